import type { Citation } from '../../api-client/api-types.ts';

/** A turn while its events arrive. */
export interface StreamedTurn {
  readonly turnId?: string;
  readonly text: string;
  readonly tools: readonly { readonly name: string; readonly status: string }[];
  readonly citations: readonly Citation[];
  readonly failure?: string;
  readonly isDone: boolean;
  /** The connection was lost, and the rest of the events is being read. */
  readonly isReconnecting?: boolean;
}

export const emptyTurn: StreamedTurn = { text: '', tools: [], citations: [], isDone: false };

/** An event of the stream of a turn. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Returns the turn after an event of its stream. `turn.reset` voids what was streamed before. */
export function turnAfter(turn: StreamedTurn, { event, data }: StreamedEvent): StreamedTurn {
  const { turn_id: turnId, text, name, status, answer, message } = data;
  const started = typeof turnId === 'string' ? { ...turn, turnId } : turn;
  switch (event) {
    case 'turn.reset':
      return { ...emptyTurn, ...(started.turnId === undefined ? {} : { turnId: started.turnId }) };
    case 'text.delta':
      return { ...started, text: `${turn.text}${String(text)}` };
    case 'tool.started':
      return { ...started, tools: [...turn.tools, { name: String(name), status: 'running' }] };
    case 'tool.completed':
      return {
        ...started,
        tools: [...turn.tools.slice(0, -1), { name: String(name), status: String(status) }],
      };
    case 'citation':
      return { ...started, citations: [...turn.citations, data as unknown as Citation] };
    case 'turn.completed':
      return { ...started, text: String(answer), isDone: true };
    case 'turn.failed':
      return { ...started, failure: String(message), isDone: true };
    default:
      return started;
  }
}
