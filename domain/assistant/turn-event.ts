import type { CitedEntityType, ToolResponseStatus } from './tool-response.ts';

export const turnStatuses = ['running', 'completed', 'failed', 'cancelled'] as const;
export type TurnStatus = (typeof turnStatuses)[number];

export const turnFailureCodes = [
  'cancelled',
  'timeout',
  'provider_unavailable',
  'provider_error',
  'forbidden',
  'internal_error',
] as const;
export type TurnFailureCode = (typeof turnFailureCodes)[number];

export interface Citation {
  readonly index: number;
  readonly entity_type: CitedEntityType;
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

export interface TurnUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly tool_calls: number;
}

interface EventData {
  'turn.started': { readonly conversation_id: string; readonly provider: string; readonly model: string };
  'turn.reset': Record<never, never>;
  'tool.started': { readonly tool_call_id: string; readonly name: string };
  'tool.completed': {
    readonly tool_call_id: string;
    readonly name: string;
    readonly status: ToolResponseStatus;
    readonly rows: number;
    readonly truncated: boolean;
  };
  'text.delta': { readonly text: string };
  citation: Citation;
  'turn.completed': {
    readonly answer: string;
    readonly citations: readonly Citation[];
    readonly usage: TurnUsage;
    readonly finish_reason: 'stop' | 'limit';
  };
  'turn.failed': { readonly code: TurnFailureCode; readonly message: string };
}

/** An event of the stream without its number and its turn. */
export type TurnEvent = {
  [Type in keyof EventData]: { readonly type: Type; readonly data: EventData[Type] };
}[keyof EventData];

export const terminalEvents: ReadonlySet<TurnEvent['type']> = new Set(['turn.completed', 'turn.failed']);

/** Types of events, in the order in which they can first occur. */
export const turnEventTypes = [
  'turn.started',
  'turn.reset',
  'tool.started',
  'tool.completed',
  'text.delta',
  'citation',
  'turn.completed',
  'turn.failed',
] as const satisfies readonly TurnEvent['type'][];
