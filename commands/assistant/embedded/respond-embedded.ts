import { isDeepStrictEqual } from 'node:util';
import { readForeign } from '../../../domain/assistant/embedded/foreign-words.ts';
import { filler } from '../../../domain/assistant/embedded/filler-words.ts';
import { PlanEnded } from '../../../domain/assistant/embedded/plan.ts';
import type { PlannedToolCall, ToolPlan } from '../../../domain/assistant/embedded/plan.ts';
import { splitQuestions } from '../../../domain/assistant/embedded/split-questions.ts';
import { tokenize } from '../../../domain/assistant/embedded/tokenize.ts';
import type { Token } from '../../../domain/assistant/embedded/tokenize.ts';
import { readReply } from '../../../domain/assistant/embedded/tool-reply.ts';
import type { ToolReply } from '../../../domain/assistant/embedded/tool-reply.ts';
import { describeCandidates, joinTexts, plain } from '../../../domain/assistant/embedded/write-text.ts';
import type { ModelEvent, ModelMessage, ModelRequest, ToolCall } from '../../../domain/assistant/model.ts';
import { questionCharacters, turnLimits } from '../../../domain/assistant/turn-limits.ts';
import { answerSlots, answerTokens, correctSpelling, questionSlots } from './answer-clause.ts';
import { agreedName, chooseLine, withChoice } from './choose-line.ts';
import {
  commandVerbs,
  greetingAnswer,
  leftOutLead,
  readOnlyAnswer,
  refusalAnswer,
  thanksAnswer,
} from './answers/fixed-answers.ts';
import { completeSlots, continues } from './follow-up.ts';
import { asks, asksNothing, withoutPurpose, withoutRemarks, withoutStories } from './remarks.ts';
import { looksLikeName, readSpans } from './read-spans.ts';
import type { QuestionSpan } from './read-spans.ts';
import type { Slots } from './slots.ts';
import { AmbiguousScope } from './view.ts';

/** Questions that one turn answers. */
export const maximumQuestions = 3;
/** A question with more words is not understood. */
const maximumTokens = 120;

/**
 * Responds as a language model does, without one: reads the questions of the turn, and runs the plan of the best reading over the
 * tool responses of the messages. Returns the next tool calls, or the answer with references such as `[r1]`. A pure function of
 * the request; never throws for a question or a tool response.
 */
export function respondEmbedded({ messages, tools, now }: ModelRequest): readonly ModelEvent[] {
  const turn = readTurn(messages);
  const { plans, hasMore, unused = [] } = plansOf(turn, now);
  const outcomes = plans.map((plan) => runPlan(plan, turn.replies));
  const calls = tools.length === 0 ? [] : nextCalls(outcomes, turnLimits.toolCalls - turn.calls);
  if (calls.length > 0) return callEvents(calls, turn.calls);
  const answers = [...new Set(outcomes.map(({ answer }) => answer ?? unfinished))];
  if (answers.length === 0) answers.push(refusalAnswer());
  if (unused.length > 0)
    answers.unshift(`${leftOutLead}${joinTexts(unused.map((text) => `"${plain(text)}"`))}.`);
  if (hasMore) answers.push(`One turn answers at most ${maximumQuestions} questions; ask the others again.`);
  return [{ type: 'text', text: answers.join('\n\n') }, ...usage, { type: 'finish', reason: 'stop' }];
}

const unfinished =
  'This part has no answer, because the turn reached a limit of tool calls. Ask it again alone.';

/** The embedded model has no tokens. */
const usage: readonly ModelEvent[] = [{ type: 'usage', inputTokens: 0, outputTokens: 0 }];

interface Turn {
  readonly question: string;
  /** Earlier questions with their answers, oldest first. */
  readonly history: readonly { readonly question: string; readonly answer: string }[];
  readonly calls: number;
  /** Replies by tool and arguments. */
  readonly replies: ReadonlyMap<string, ToolReply>;
}

function readTurn(messages: readonly ModelMessage[]): Turn {
  // A message behind tool responses is the request to answer without further calls.
  const users = messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role !== 'tool' ? [{ index, text: message.text }] : [],
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
  const history = users.slice(0, -1).map(({ index, text }, at) => ({
    question: text.slice(0, questionCharacters),
    answer: messages
      .slice(index + 1, users[at + 1]?.index)
      .map((message) => (message.role === 'assistant' ? message.text : ''))
      .join('\n'),
  }));
  return { question: (last?.text ?? '').slice(0, questionCharacters), history, calls: calls.length, replies };
}

interface Plans {
  readonly plans: readonly ToolPlan[];
  readonly hasMore: boolean;
  /** Sentences before the question that name something and do not change how it is read. */
  readonly unused?: readonly string[];
}

function plansOf({ question, history }: Turn, now: Date): Plans {
  let before: Slots | undefined;
  let answer = '';
  for (const turn of history) {
    before = readEarlier(turn, before, answer, now) ?? before;
    ({ answer } = turn);
  }
  const agreed = agreedName(question, answer);
  if (agreed !== undefined && before !== undefined)
    return { plans: [answerSlots(renamed(before, agreed), now)], hasMore: false };
  const foreign = readForeign(question);
  if (foreign !== undefined)
    return { plans: [constant(foreignAnswer(question, foreign, now))], hasMore: false };
  const written = joinFragments(splitQuestions(tokenize(question)), now);
  const parts = requestsOf(written, now);
  let unused: readonly string[] = [];
  const untold = before;
  // `someone made a queue called X. who was that?`
  for (const told of written.filter((part) => !parts.includes(part) && !isPolite(part, now))) {
    const slots = questionSlots(told, now);
    const names = slots.names.filter(
      ({ certain, kind, types }) => certain || kind !== undefined || types !== undefined,
    );
    if (names.length > 0 || slots.types.length > 0) before = { ...slots, names };
    // `we only care about eu-west-1. how many queues do we have?`
    if (
      slots.regions.length +
        slots.states.length +
        slots.tags.length +
        slots.conditions.length +
        names.length >
      0
    )
      unused = [...unused, told.map(({ text }) => text).join(' ')];
  }
  if (parts.length === 0) return { plans: [constant(politeAnswer(question, now))], hasMore: false };
  const chosen = parts.length === 1 ? chooseLine(question, answer) : undefined;
  const plans: ToolPlan[] = [];
  for (const [index, tokens] of parts.slice(0, maximumQuestions).entries()) {
    const isContinuing = index === 0 && continues(question);
    const conversation = { before, answer, chosen, isContinuing, now };
    const { plan, slots } = planOf(tokens, conversation);
    plans.push(plan);
    if (index === 0 && unused.length > 0) {
      const { slots: alone } = planOf(tokens, { ...conversation, before: untold });
      if (!isDeepStrictEqual(slots, alone)) unused = [];
    }
    before = slots ?? before;
  }
  return { plans, hasMore: parts.length > maximumQuestions, unused };
}

function* constant(text: string): ToolPlan {
  yield* [];
  return text;
}

/** What the questions before leave for the next one. */
interface Conversation {
  readonly before: Slots | undefined;
  readonly answer: string;
  readonly chosen: ReturnType<typeof chooseLine>;
  readonly isContinuing: boolean;
  readonly now: Date;
}

function planOf(
  written: readonly Token[],
  { before, answer, chosen, isContinuing, now }: Conversation,
): { readonly plan: ToolPlan; readonly slots?: Slots } {
  if (written.length > maximumTokens) return { plan: constant(refusalAnswer()) };
  if (isCommand(written, now)) return { plan: constant(readOnlyAnswer) };
  const complete = (own: Slots) =>
    chosen === undefined
      ? completeSlots(own, before, answer, isContinuing)
      : withChoice(chosen, own, before, answer);
  const slots = complete(questionSlots(correctSpelling(written, now, () => false).tokens, now));
  return { plan: answerTokens(written, now, complete), slots };
}

/** The slots of an earlier question, completed by the ones before it. */
function readEarlier(
  { question, answer: given }: Turn['history'][number],
  before: Slots | undefined,
  answer: string,
  now: Date,
): Slots | undefined {
  let slots = before;
  const parts = requestsOf(splitQuestions(tokenize(question)), now).slice(0, maximumQuestions);
  const chosen = parts.length === 1 ? chooseLine(question, answer) : undefined;
  const agreed = agreedName(question, answer);
  if (agreed !== undefined && before !== undefined) return renamed(before, agreed);
  for (const written of parts) {
    if (written.length > maximumTokens) continue;
    const asked = withoutPurpose(withoutStated(written, given, now), now).tokens;
    const own = questionSlots(correctSpelling(asked, now, () => false).tokens, now);
    slots =
      chosen === undefined
        ? completeSlots(own, slots, answer, written === parts[0] && continues(question))
        : withChoice(chosen, own, slots, answer);
  }
  return slots;
}

/** A question without the parts that its answer left out. */
function withoutStated(tokens: readonly Token[], answer: string, now: Date): readonly Token[] {
  const lead = answer.split('\n').find((line) => line.startsWith(leftOutLead)) ?? '';
  const words = new Set(
    lead
      .slice(leftOutLead.length)
      .toLowerCase()
      .split(/[^\p{L}\p{N}'_/.-]+/u),
  );
  const isLeftOut = (word: string) => words.has(word);
  return withoutStories(withoutRemarks(tokens, now, isLeftOut).tokens, now, isLeftOut).tokens;
}

/** The question before with the name that was offered. */
function renamed(before: Slots, text: string): Slots {
  const index = Math.max(
    0,
    before.names.findIndex(({ role }) => role !== 'place' && role !== 'before'),
  );
  const old = before.names[index];
  return old === undefined ? before : { ...before, names: before.names.with(index, { ...old, text }) };
}

const openings = new Set([
  'i',
  "i'm",
  'we',
  'our',
  'my',
  'it',
  'there',
  'so',
  'this',
  'that',
  'they',
  'someone',
  'somebody',
  'hi',
  'hello',
  'hey',
  'yesterday',
  'today',
  'recently',
  'the',
  'because',
  'since',
]);
/** The parts that ask something: not greetings, and not what was told before the question. */
function requestsOf(parts: readonly (readonly Token[])[], now: Date): readonly (readonly Token[])[] {
  const known = joinFragments(parts, now).filter((part) => !isPolite(part, now));
  // `ticket says so but i doubt it`
  const content = known.filter((part) => !asksNothing(readSpans(part, now), () => true));
  const spoken = content.length > 0 ? content : known;
  if (spoken.length < 2) return spoken;
  const asking = spoken.filter((part) => asks(part) || goesOn(part, now));
  return asking.length > 0 ? asking : spoken;
}

const shortestStory = 4;

/** Whether a part that asks nothing itself restricts or continues a question: `names please`, `only eu-west-1`. */
function goesOn(part: readonly Token[], now: Date): boolean {
  if (openings.has(part[0]?.word ?? '')) return false;
  const spans = readSpans(part, now);
  return (
    part.length < shortestStory ||
    continues(part.map(({ text }) => text).join(' ')) ||
    spans.every(({ kind }) => kind !== 'word') ||
    isRequest(spans.find(({ kind }) => kind !== 'filler' && kind !== 'joint'))
  );
}

function isRequest(span: QuestionSpan | undefined): boolean {
  return span?.kind === 'cue' && (span.cue === 'list' || span.cue === 'howmany' || span.cue === 'howto');
}

/** `what is the timeout of X? the queue`: a part without a question of its own belongs to the one before. */
function joinFragments(parts: readonly (readonly Token[])[], now: Date): readonly (readonly Token[])[] {
  const joined: (readonly Token[])[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const spans = readSpans(part, now);
    const isFragment =
      part.length <= longestFragment &&
      spans.some(({ kind }) => kind === 'type' || kind === 'region') &&
      spans.every((span) => fragmentKinds.includes(span.kind) && !(span.kind === 'type' && span.plural));
    if (last === undefined || !isFragment) joined.push(part);
    else joined[joined.length - 1] = [...last, { text: ',', word: ',', quoted: false }, ...part];
  }
  return joined;
}

const longestFragment = 5;
const fragmentKinds: readonly string[] = ['filler', 'joint', 'prep', 'type', 'region'];

function isPolite(tokens: readonly Token[], now: Date): boolean {
  const spans = readSpans(tokens, now);
  const isThanks = spans.some(
    (span) => span.kind === 'cue' && (span.cue === 'greet' || span.cue === 'thanks'),
  );
  if (isThanks && asksNothing(spans, () => true)) return true;
  return (
    spans.every(
      (span) =>
        span.kind === 'filler' ||
        span.kind === 'joint' ||
        span.kind === 'pronoun' ||
        (span.kind === 'time' && isThanks) ||
        span.kind === 'prep' ||
        (span.kind === 'cue' && ['greet', 'thanks', 'finish'].includes(span.cue)),
    ) && !tokens.every(({ word }) => ['why', 'who', 'it'].includes(word))
  );
}

function politeAnswer(question: string, now: Date): string {
  const spans = readSpans(tokenize(question), now);
  const has = (cue: string) => spans.some((span) => span.kind === 'cue' && span.cue === cue);
  if (has('thanks')) return thanksAnswer;
  if (has('greet') || has('finish')) return greetingAnswer;
  return refusalAnswer();
}

const polite = new Set(
  'please pls plz kindly can could would will you just now go ahead and then ok okay hey hi hello also quickly thanks thank , so good morning mind'.split(
    ' ',
  ),
);

/** `delete X`, `please add a rule`: the assistant changes nothing. */
function isCommand(tokens: readonly Token[], now: Date): boolean {
  const spans = readSpans(tokens, now);
  const at = spans.findIndex(
    (span) =>
      !(span.kind === 'filler' && !commandVerbs.has(span.text.toLowerCase())) &&
      !(span.kind === 'cue' && (span.cue === 'greet' || span.cue === 'thanks')) &&
      !/^(?:ok|okay|fine|good)$/i.test(span.text) &&
      span.kind !== 'joint',
  );
  const first = spans[at];
  const next = spans.slice(at + 1).find(({ kind }) => kind !== 'filler');
  if (
    first === undefined ||
    first.end - first.start !== 1 ||
    first.kind === 'condition' ||
    next === undefined
  )
    return false;
  const word = first.text.toLowerCase();
  if (
    spans.slice(0, at).some(
      (span) =>
        !span.text
          .toLowerCase()
          .split(' ')
          .every((one) => polite.has(one)),
    )
  )
    return false;
  if (!commandVerbs.has(word) || tokens[first.start]?.quoted === true) return false;
  // `open pull requests`, `change history`, `import block`, `run of project X`
  if (
    next.kind === 'prep' ||
    (next.kind === 'noun' &&
      ['open', 'run', 'merge', 'apply', 'close'].includes(word) &&
      !(word === 'run' && next.text.toLowerCase().startsWith('terraform')))
  )
    return false;
  return (
    !(first.kind === 'cue' && first.cue === 'importblock') &&
    !(next.kind === 'cue' && ['change', 'change log', 'when', 'who'].includes(next.cue)) &&
    !(next.kind === 'time') &&
    (next.kind === 'pronoun' || !filler.has(next.text))
  );
}

function foreignAnswer(
  question: string,
  { language, kinds }: NonNullable<ReturnType<typeof readForeign>>,
  now: Date,
): string {
  const spans = readSpans(
    tokenize(question).filter(({ word }) => word !== '.'),
    now,
  );
  const names = [
    ...new Set(
      spans
        .filter((span) => span.kind === 'word' && span.certain && looksLikeName(span.text))
        .map(({ text }) => plain(text)),
    ),
  ].slice(0, 3);
  const known = [
    ...new Set([
      ...spans.filter(({ kind }) => kind === 'type' || kind === 'noun').map(({ text }) => plain(text)),
      ...kinds,
    ]),
  ].slice(0, 3);
  const found = [...known, ...names];
  const example =
    known.length === 0
      ? 'How many queues are in eu-west-1?'
      : `How many ${known[0] ?? 'resources'} are ${names[0] === undefined ? 'there' : `in ${names[0]}`}?`;
  return `The question seems to be ${language} and was not understood: the embedded model reads English only.${found.length === 0 ? '' : ` It names ${joinTexts(found)}.`} In English, ask for example "${example}"`;
}

interface Outcome {
  readonly answer?: string;
  /** Calls without a reply. */
  readonly calls: readonly PlannedToolCall[];
}

/** Runs a plan until it returns an answer or needs a reply that the messages do not have. */
function runPlan(plan: ToolPlan, replies: ReadonlyMap<string, ToolReply>): Outcome {
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
    if (error instanceof AmbiguousScope)
      return { answer: describeCandidates(error.candidates.map(({ row }) => row)), calls: [] };
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
