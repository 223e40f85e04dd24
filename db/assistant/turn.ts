import { RowModel } from '../row-model.ts';
import type { Citation, TurnFailureCode, TurnStatus } from '../../domain/assistant/turn-event.ts';
import type { AssistantDataMode } from '../../domain/values.ts';

/** A row of `ai_turns`: a question and its answer. It has the id of its run. */
export class Turn extends RowModel {
  static override tableName = 'ai_turns';
  static override jsonAttributes = ['citations'];
  declare organizationId: string;
  declare id: string;
  declare conversationId: string;
  declare askedBy: string;
  declare sessionId: string;
  declare requestId: string;
  declare status: TurnStatus;
  declare provider: string;
  declare model: string;
  declare dataMode: AssistantDataMode;
  declare question: string;
  declare answer: string | undefined;
  declare citations: readonly Citation[];
  /** Tokens and tool calls include those of attempts that a reset voided. */
  declare inputTokens: number;
  declare outputTokens: number;
  declare toolCalls: number;
  declare errorCode: TurnFailureCode | undefined;
  declare errorMessage: string | undefined;
  /** The number of the attempt that holds the lease; 0 before the first one. */
  declare attempt: number;
  /** Sequence number of the last event. */
  declare lastSequence: number;
  declare leaseExpiresAt: Date;
  declare startedAt: Date;
  declare finishedAt: Date | undefined;
}
