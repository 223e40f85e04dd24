import type { ModelEvent, ModelMessage, ModelRequest, ToolCall } from '../model.ts';
import { questionCharacters, turnLimits } from '../turn-limits.ts';
import { forms } from './forms/index.ts';
import { refusalText } from './help-text.ts';
import { maximumQuestions, parseText } from './parse-question.ts';
import type { ParsedQuestion } from './parse-question.ts';
import { PlanEnded } from './plan.ts';
import type { PlannedToolCall } from './plan.ts';
import { readReply } from './tool-reply.ts';
import type { ToolReply } from './tool-reply.ts';

export { embeddedModelName } from './model-name.ts';

/**
 * Responds as a language model does, without one: parses the question of the turn, and runs the plan of its form over the
 * tool responses of the messages. Returns the next tool calls, or the answer with references such as `[r1]`. A pure function
 * of the request; never throws for a question or a tool response.
 */
export function respondEmbedded({ messages, tools, now }: ModelRequest): readonly ModelEvent[] {
  const turn = readTurn(messages);
  const { questions, hasMore } = parseText(turn.question, forms, now, turn.previousQuestion);
  const outcomes = questions.map((parsed) => runQuestion(parsed, turn.replies));
  const calls = tools.length === 0 ? [] : nextCalls(outcomes, turnLimits.toolCalls - turn.calls);
  if (calls.length > 0) return callEvents(calls, turn.calls);
  const answers = outcomes.map(({ answer }) => answer ?? unfinished);
  if (answers.length === 0) answers.push(refusalText(forms));
  if (hasMore) answers.push(`One turn answers at most ${maximumQuestions} questions; ask the others again.`);
  return [{ type: 'text', text: answers.join('\n\n') }, ...usage, { type: 'finish', reason: 'stop' }];
}

const unfinished =
  'This part has no answer, because the turn reached a limit of tool calls. Ask it again alone.';

/** The embedded model has no tokens. */
const usage: readonly ModelEvent[] = [{ type: 'usage', inputTokens: 0, outputTokens: 0 }];

interface Turn {
  readonly question: string;
  /** The question before, to which `it` can refer. */
  readonly previousQuestion: string | undefined;
  readonly calls: number;
  /** Replies by tool and arguments. */
  readonly replies: ReadonlyMap<string, ToolReply>;
}

function readTurn(messages: readonly ModelMessage[]): Turn {
  const users = messages.flatMap((message, index) =>
    message.role === 'user' ? [{ index, text: message.text }] : [],
  );
  const last = users.at(-1);
  const turn = messages.slice((last?.index ?? -1) + 1);
  const calls = turn.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  const responses = new Map(
    turn.flatMap((message) =>
      message.role === 'tool' ? [[message.toolCallId, message.response] as const] : [],
    ),
  );
  const replies = new Map<string, ToolReply>();
  for (const { id, name, arguments: args } of calls) {
    const response = responses.get(id);
    if (response !== undefined) replies.set(keyOf({ tool: name, arguments: args }), readReply(response));
  }
  return {
    question: (last?.text ?? '').slice(0, questionCharacters),
    previousQuestion: users.at(-2)?.text.slice(0, questionCharacters),
    calls: calls.length,
    replies,
  };
}

interface Outcome {
  readonly answer?: string;
  /** Calls without a reply. */
  readonly calls: readonly PlannedToolCall[];
}

/** Runs a plan until it returns an answer or needs a reply that the messages do not have. */
function runQuestion(parsed: ParsedQuestion | undefined, replies: ReadonlyMap<string, ToolReply>): Outcome {
  if (parsed === undefined) return { answer: refusalText(forms), calls: [] };
  const plan = parsed.form.plan(parsed.question, forms);
  if (typeof plan === 'string') return { answer: plan, calls: [] };
  try {
    let step = plan.next();
    while (step.done !== true) {
      const found = step.value.map((call) => replies.get(keyOf(call)));
      const known = found.filter((reply) => reply !== undefined);
      if (known.length < found.length)
        return { calls: step.value.filter((call) => !replies.has(keyOf(call))) };
      step = plan.next(known);
    }
    return { answer: step.value, calls: [] };
  } catch (error) {
    if (error instanceof PlanEnded) return { answer: error.answer, calls: [] };
    throw error;
  }
}

/** The calls of the first questions whose steps fit into the limit of the turn. */
function nextCalls(outcomes: readonly Outcome[], limit: number): readonly PlannedToolCall[] {
  const calls = new Map<string, PlannedToolCall>();
  for (const { calls: pending } of outcomes) {
    const added = pending.filter((call) => !calls.has(keyOf(call)));
    if (calls.size + added.length <= limit) for (const call of added) calls.set(keyOf(call), call);
  }
  return [...calls.values()];
}

/** Calls with the same key have the same reply in a turn, so they are made once. */
function keyOf(call: { readonly tool: string; readonly arguments: ToolCall['arguments'] }): string {
  return JSON.stringify([call.tool, call.arguments]);
}

function callEvents(calls: readonly PlannedToolCall[], made: number): readonly ModelEvent[] {
  return [
    ...calls.map(({ tool, arguments: args }, index): ModelEvent => ({
      type: 'tool_call',
      call: { id: `call-${made + index + 1}`, name: tool, arguments: args },
    })),
    ...usage,
    { type: 'finish', reason: 'tool_calls' },
  ];
}
