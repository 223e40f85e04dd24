import { Model } from 'objection';
import type { Citation, TurnFailureCode, TurnStatus } from '../../domain/assistant/turn-event.ts';
import type { AssistantDataMode } from '../../domain/values.ts';

/** A row of `ai_turns`: a question and its answer. It has the id of its run. */
export class Turn extends Model {
  static override tableName = 'ai_turns';
  static override idColumn = ['organization_id', 'id'];
  static override jsonAttributes = ['citations'];
  declare organization_id: string;
  declare id: string;
  declare conversation_id: string;
  declare asked_by: string;
  declare session_id: string;
  declare request_id: string;
  declare status: TurnStatus;
  declare provider: string;
  declare model: string;
  declare data_mode: AssistantDataMode;
  declare question: string;
  declare answer: string | null;
  declare citations: readonly Citation[];
  /** Tokens and tool calls include those of attempts that a reset voided. */
  declare input_tokens: number;
  declare output_tokens: number;
  declare tool_calls: number;
  declare error_code: TurnFailureCode | null;
  declare error_message: string | null;
  /** The number of the attempt that holds the lease; 0 before the first one. */
  declare attempt: number;
  /** Sequence number of the last event. */
  declare last_sequence: number;
  declare lease_expires_at: Date;
  declare started_at: Date;
  declare finished_at: Date | null;
}
