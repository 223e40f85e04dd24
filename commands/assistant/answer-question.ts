import { AnswerEvidence } from '../../domain/assistant/answer-evidence.ts';
import { AnswerText, nameLabel, numberLabel } from '../../domain/assistant/answer-text.ts';
import {
  closingCharacters,
  freshnessSentence,
  limitSentences,
  noEvidence,
  unconfirmedNumbersSentence,
} from '../../domain/assistant/closing-sentences.ts';
import type { TurnLimit } from '../../domain/assistant/closing-sentences.ts';
import type { ModelMessage, ModelRequest, ToolCall, ToolDefinition } from '../../domain/assistant/model.ts';
import { objectOf } from '../../domain/json/json.ts';
import type { Json } from '../../domain/json/json.ts';
import { messagesOf } from '../../domain/assistant/question-messages.ts';
import { findToolsName, OfferedTools } from '../../domain/assistant/offered-tools.ts';
import { systemPrompt } from '../../domain/assistant/system-prompt.ts';
import { isShortened, TokenBudget } from '../../domain/assistant/token-budget.ts';
import { structuralParameters } from '../../domain/assistant/tool-arguments.ts';
import type { TurnEvent } from '../../domain/assistant/turn-event.ts';
import { turnLimits } from '../../domain/assistant/turn-limits.ts';
import { TurnReferences } from '../../domain/assistant/turn-references.ts';
import { visibleLine } from '../../domain/assistant/visible-text.ts';
import type { AssistantDataMode } from '../../domain/values.ts';
import { callTool } from './call-tool.ts';
import { hideNamesOf } from './hide-names.ts';
import { definitionOf } from './tools/shared/tool.ts';
import type { AssistantTool } from './tools/shared/tool.ts';
import type { TurnDependencies, TurnInput, TurnOutput } from './turn-answerer.ts';

/** What a turn needs to find an answer. */
export interface AnswerDependencies extends TurnDependencies {
  readonly tools: readonly AssistantTool[];
}

/**
 * Answers a question: calls the model and the tools that it requests, until the model requests no tool or the turn reaches
 * a limit. An answer that cites no record and states no count of a tool says that it has no evidence; another one names the
 * numbers that no tool returned. The last sentence states how fresh the data is.
 *
 * @throws ModelError when the model does not respond; the reason of `signal`; errors of the session
 */
export async function answerQuestion(
  input: TurnInput,
  dependencies: AnswerDependencies,
  signal: AbortSignal,
): Promise<TurnOutput> {
  return new Turn(input, dependencies, signal).run();
}

interface ModelResponse {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly isCut: boolean;
}

class Turn {
  readonly #input: TurnInput;
  readonly #dependencies: AnswerDependencies;
  readonly #signal: AbortSignal;
  readonly #references = new TurnReferences();
  readonly #evidence = new AnswerEvidence();
  readonly #budget: TokenBudget;
  readonly #answer: AnswerText;
  readonly #definitions: readonly ToolDefinition[];
  readonly #offered: OfferedTools;
  #messages: ModelMessage[] = [];
  #toolCalls = 0;
  /** Of the responses to the calls of the last response of the model. */
  #responseCharacters = 0;
  /** The limit of tool calls, if the model requested more. */
  #exceeded: TurnLimit | undefined;

  constructor(input: TurnInput, dependencies: AnswerDependencies, signal: AbortSignal) {
    this.#input = input;
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#budget = new TokenBudget(
      // The embedded model has no tokens.
      dependencies.model.provider === 'embedded' ? Number.POSITIVE_INFINITY : turnLimits.tokens,
    );
    this.#answer = new AnswerText(
      this.#references,
      input.dataMode === 'full' ? numberLabel : nameLabel,
      turnLimits.answerCharacters - closingCharacters,
    );
    this.#definitions = dependencies.tools.map((tool) => definitionFor(tool, input.dataMode));
    const texts = [input.question, ...input.history.slice(-1).map(({ question }) => question)];
    const { maximumDefinitionBytes } = dependencies.model;
    this.#offered = new OfferedTools(this.#definitions, texts.join('\n'), maximumDefinitionBytes);
  }

  async run(): Promise<TurnOutput> {
    const { session } = this.#dependencies;
    const { question, history } =
      this.#input.dataMode === 'full'
        ? this.#input
        : await hideNamesOf(this.#input, session, this.#references);
    this.#messages = [...messagesOf(history, question)];
    const limit = await this.#converse();
    this.#close(limit);
    const { text, citations, droppedReferences, removedLinks } = this.#answer;
    return {
      answer: text,
      citations,
      usage: { ...this.#budget.used, tool_calls: this.#toolCalls },
      finishReason: limit === undefined ? 'stop' : 'limit',
      droppedReferences,
      removedLinks,
    };
  }

  /** Returns the limit that ended the conversation with the model, if one did. */
  async #converse(): Promise<TurnLimit | undefined> {
    for (let modelCalls = 1; ; modelCalls += 1) {
      this.#signal.throwIfAborted();
      const mayCall = modelCalls < turnLimits.modelCalls && this.#toolCalls < turnLimits.toolCalls;
      const withTools = mayCall ? this.#request(true) : undefined;
      const isSpent = withTools?.maximumOutputTokens === 0;
      const request = withTools === undefined || isSpent ? this.#request(false) : withTools;
      const { text, calls, isCut } = await this.#respond(request);
      if (this.#answer.isCut) return 'answerCharacters';
      if (isSpent) return 'tokens';
      if (calls.length === 0) return isCut ? this.#cutBy(request) : this.#exceeded;
      if (!mayCall) return modelCalls >= turnLimits.modelCalls ? 'modelCalls' : 'toolCalls';
      await this.#callTools(text, calls);
    }
  }

  /** Returns the next request. One without tools is the last one. */
  #request(mayCall: boolean): ModelRequest {
    const request = {
      system: systemPrompt(this.#input.dataMode, this.#input.now),
      messages: mayCall ? [...this.#messages] : [...this.#messages, lastRequest],
      tools: mayCall ? this.#offered.definitions() : [],
      now: this.#input.now,
    };
    return { ...request, maximumOutputTokens: this.#budget.outputFor(request, !mayCall) };
  }

  /** Returns the limit that ended a response: that of the turn, or that of the provider for one response. */
  #cutBy({ maximumOutputTokens }: ModelRequest): TurnLimit {
    const isOurs = isShortened(maximumOutputTokens) && this.#budget.lastOutput >= maximumOutputTokens;
    return isOurs ? 'tokens' : 'providerResponse';
  }

  /** Streams a response of the model into the answer. Stops reading at the maximum length of the answer. */
  async #respond(request: ModelRequest): Promise<ModelResponse> {
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#signal, stop.signal]);
    const calls: ToolCall[] = [];
    let text = '';
    let isCut = false;
    this.#budget.begin(request);
    try {
      for await (const event of this.#dependencies.model.respond(this.#input.model, request, signal)) {
        this.#signal.throwIfAborted();
        if (event.type === 'text') {
          // Separates the text from the text before the tool calls.
          if (text === '' && this.#answer.text !== '') this.#emit(this.#answer.push('\n\n'));
          text += event.text;
          this.#emit(this.#answer.push(event.text));
          this.#budget.addText(event.text);
        } else if (event.type === 'tool_call') {
          calls.push({ ...event.call, id: `call_${this.#toolCalls + calls.length + 1}` });
          this.#budget.addText(JSON.stringify(event.call.arguments ?? null));
        } else if (event.type === 'usage') this.#budget.report(event);
        else isCut = event.reason === 'length';
        if (this.#answer.isCut || calls.length > turnLimits.toolCalls) break;
      }
    } finally {
      stop.abort();
      this.#budget.end();
    }
    this.#emit(this.#answer.flush());
    return { text, calls, isCut };
  }

  async #callTools(text: string, calls: readonly ToolCall[]): Promise<void> {
    this.#responseCharacters = 0;
    const named = calls.map((call) => ({ ...call, name: safeName(call.name) }));
    this.#messages.push({ role: 'assistant', text, toolCalls: named });
    for (const call of named) {
      const { id: toolCallId, name } = call;
      const isAllowed = this.#toolCalls < turnLimits.toolCalls;
      if (!isAllowed) this.#exceeded = 'toolCalls';
      const response = isAllowed
        ? this.#withinBudget(await this.#callTool(call))
        : { error: 'The turn has no further tool calls.' };
      this.#messages.push({ role: 'tool', toolCallId, name, response });
    }
  }

  /** Leaves out the rows of a response that would use up the tokens of the turn. */
  #withinBudget(response: ModelMessageResponse): ModelMessageResponse {
    this.#responseCharacters += JSON.stringify(response).length;
    if (this.#budget.hasRoomFor(this.#responseCharacters)) return response;
    const { total, summary, groups } = response;
    const short: ModelMessageResponse = {
      untrusted: true,
      rows: [],
      ...(total !== undefined && { total }),
      ...(summary !== undefined && { summary }),
      ...(groups !== undefined && { groups_left_out: true }),
      truncated: true,
      left_out: 'The turn has no tokens left for the rows.',
    };
    return short;
  }

  async #callTool(call: ToolCall): Promise<ModelMessageResponse> {
    this.#signal.throwIfAborted();
    this.#toolCalls += 1;
    if (call.name === findToolsName && this.#dependencies.model.maximumDefinitionBytes !== undefined)
      return { ...this.#offered.find(textsOf(objectOf(call.arguments)['names'])) };
    const started = { tool_call_id: call.id, name: call.name };
    this.#emit([{ type: 'tool.started', data: started }]);
    const { response, truncated, record, result } = await callTool(call, {
      tool: this.#dependencies.tools.find(({ name }) => name === call.name),
      definition: this.#definitions.find(({ name }) => name === call.name),
      session: this.#dependencies.session,
      references: this.#references,
      mode: this.#input.dataMode,
    });
    if (result !== undefined) {
      this.#evidence.add(result);
      // The answer can name the filters of its counts.
      this.#evidence.addNumbers(call.arguments);
    }
    this.#evidence.addNumbers(response);
    await this.#dependencies.record(record);
    const { status, rows } = record;
    this.#emit([{ type: 'tool.completed', data: { ...started, status, rows, truncated } }]);
    return response;
  }

  /** Appends the sentences of the server. */
  #close(limit: TurnLimit | undefined): void {
    const { text, citations } = this.#answer;
    const isGrounded = citations.length > 0 || this.#evidence.isCountIn(text);
    for (const { name } of citations) this.#evidence.addNumbers(name);
    // Without evidence, the sentence about it covers the numbers.
    const unconfirmed = isGrounded ? this.#evidence.unconfirmedNumbersIn(text) : [];
    const { freshness } = this.#evidence;
    const sentences = [
      ...(limit === undefined ? [] : [limitSentences[limit]]),
      ...(isGrounded ? [] : [noEvidence]),
      ...(unconfirmed.length === 0 ? [] : [unconfirmedNumbersSentence(unconfirmed)]),
      ...(freshness === undefined ? [] : [freshnessSentence(freshness)]),
    ];
    for (const sentence of sentences) this.#emit(this.#answer.append(sentence));
  }

  #emit(events: readonly TurnEvent[]): void {
    for (const event of events) this.#dependencies.emit(event);
  }
}

/** The last message of a turn that reached a limit. */
const lastRequest: ModelMessage = {
  role: 'user',
  text: 'No more tools can be called. Answer with what you have.',
};

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === 'string') : [];
}

type ModelMessageResponse = Extract<ModelMessage, { role: 'tool' }>['response'];

/** In `schema_only` mode, the model does not see parameters that hold names or texts. */
function definitionFor(tool: AssistantTool, mode: AssistantDataMode): ToolDefinition {
  const definition = definitionOf(tool);
  return mode === 'full'
    ? definition
    : { ...definition, parameters: structuralParameters(definition.parameters) };
}

/** Providers reject other characters when the name is sent back. */
function safeName(name: string): string {
  const safe = visibleLine(name)
    .slice(0, 64)
    .replaceAll(/[^\w-]/g, '_');
  return safe === '' ? 'unknown' : safe;
}
