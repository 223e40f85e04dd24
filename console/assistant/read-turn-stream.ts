import type { Citation } from '../../api-client/api-types.ts';
import { sendWithSession } from '../http/send-with-session.ts';

/** A turn while its events arrive. */
export interface StreamedTurn {
  readonly turnId?: string;
  readonly text: string;
  readonly tools: readonly { readonly name: string; readonly status: string }[];
  readonly citations: readonly Citation[];
  readonly failure?: string;
  readonly isDone: boolean;
}

export const emptyTurn: StreamedTurn = { text: '', tools: [], citations: [], isDone: false };

const maximumReconnections = 10;
const waitMilliseconds = 1000;

/**
 * Asks a question and reports the turn as it grows. After a lost connection it reads the rest of the events: the turn goes on
 * without the page.
 *
 * @throws Response that refuses the question
 */
export async function readTurnStream(
  conversationId: string,
  question: string,
  onChange: (turn: StreamedTurn) => void,
): Promise<StreamedTurn> {
  const base = new URL(`/api/v1/ai/conversations/${conversationId}`, globalThis.location.origin);
  let turn = emptyTurn;
  let last = 0;
  const apply = (event: ServerEvent) => {
    last = Math.max(last, Number(event.id.split(':')[1] ?? 0));
    turn = turnAfter(turn, event);
    onChange(turn);
  };
  const asked = await sendWithSession(
    new Request(`${base}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    }),
  );
  if (!asked.ok) throw asked;
  await readEvents(asked, apply).catch(() => undefined);
  for (let count = 0; !turn.isDone && turn.turnId !== undefined && count < maximumReconnections; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, waitMilliseconds));
    const request = new Request(`${base}/turns/${turn.turnId}/events?after=${last}`);
    const response = await sendWithSession(request).catch(() => undefined);
    if (response?.ok === true) await readEvents(response, apply).catch(() => undefined);
  }
  return turn;
}

interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Returns the turn after an event of its stream. `turn.reset` voids what was streamed before. */
export function turnAfter(turn: StreamedTurn, { event, data }: ServerEvent): StreamedTurn {
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

/** Reads the events of a response (WHATWG HTML, section 9.2.6). Comments keep the line open. */
async function readEvents(response: Response, onEvent: (event: ServerEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    const blocks = `${rest}${part.value}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const data = fields.get('data');
      if (data !== undefined)
        onEvent({
          id: fields.get('id') ?? '',
          event: fields.get('event') ?? '',
          data: JSON.parse(data) as Record<string, unknown>,
        });
    }
  }
}
