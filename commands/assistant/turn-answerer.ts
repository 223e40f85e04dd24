import type { AssistantModel } from '../../domain/assistant/model.ts';
import type { PastTurn } from '../../domain/assistant/cut-history.ts';
import type { ToolCallRecord } from '../../domain/assistant/tool-call-record.ts';
import type { Citation, TurnEvent, TurnUsage } from '../../domain/assistant/turn-event.ts';
import type { AssistantDataMode } from '../../domain/values.ts';
import type { ToolContext } from './tools/shared/tool.ts';

export interface TurnSession {
  /**
   * Runs a tool in a read-only transaction, which is a snapshot, and whose statements are cancelled after 5 seconds. The
   * permissions are read at each call.
   * @throws TurnForbidden when the user or the session may no longer use the assistant
   */
  withTool<T>(work: (context: ToolContext) => Promise<T>): Promise<T>;
}

export interface TurnInput {
  readonly question: string;
  /** Earlier turns of the conversation, oldest first. */
  readonly history: readonly PastTurn[];
  readonly model: string;
  readonly dataMode: AssistantDataMode;
  /** The beginning of the turn. */
  readonly now: Date;
}

export interface TurnOutput {
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly usage: TurnUsage;
  readonly finishReason: 'stop' | 'limit';
  readonly droppedReferences: number;
  readonly removedLinks: number;
}

export interface TurnDependencies {
  readonly model: AssistantModel;
  readonly session: TurnSession;
  /** Streams a `tool.started`, `tool.completed`, `text.delta` or `citation`. */
  readonly emit: (event: TurnEvent) => void;
  /** Stores the audit entry of a tool call. */
  readonly record: (call: ToolCallRecord) => Promise<void>;
}

/** The part of the assistant that finds the answer to a question. */
export interface TurnAnswerer {
  readonly model: AssistantModel;
  /** @throws ModelError, and the reason of `signal` when it aborts. */
  answerQuestion(input: TurnInput, dependencies: TurnDependencies, signal: AbortSignal): Promise<TurnOutput>;
}
