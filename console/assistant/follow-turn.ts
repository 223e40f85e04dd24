import { sendWithSession } from '../http/send-with-session.ts';
import { emptyTurn, turnAfter } from './turn-after.ts';
import type { StreamedEvent, StreamedTurn } from './turn-after.ts';

const maximumReconnections = 30;
const waitMilliseconds = 1000;
const maximumWaitMilliseconds = 15_000;

/**
 * Reports a turn as it grows, until its last event. After a lost connection it reads the rest of the events: the turn goes on
 * without the page.
 * @param turnId the turn to follow from its first event; absent with `first`
 * @param first a response that streams the events from the first one
 */
export async function followTurn(
  conversationId: string,
  { turnId, first }: { readonly turnId?: string; readonly first?: Response },
  onChange: (turn: StreamedTurn) => void,
  signal?: AbortSignal,
): Promise<StreamedTurn> {
  const base = new URL(`/api/v1/ai/conversations/${conversationId}`, globalThis.location.origin);
  let turn: StreamedTurn = turnId === undefined ? emptyTurn : { ...emptyTurn, turnId };
  let last = 0;
  const report = (next: StreamedTurn) => {
    turn = next;
    if (signal?.aborted !== true) onChange(turn);
  };
  const apply = (event: StreamedEvent) => {
    last = Math.max(last, Number(event.id.split(':')[1] ?? 0));
    report({ ...turnAfter(turn, event), isReconnecting: false });
  };
  if (first !== undefined) await readEvents(first, apply).catch(() => undefined);
  for (let count = 0; !turn.isDone && turn.turnId !== undefined && count < maximumReconnections; count += 1) {
    if (signal?.aborted === true) return turn;
    if (count > 0 || first !== undefined) {
      report({ ...turn, isReconnecting: true });
      const wait = Math.min(waitMilliseconds * 2 ** Math.min(count, 4), maximumWaitMilliseconds);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    const request = new Request(`${base}/turns/${turn.turnId}/events?after=${last}`, {
      signal: signal ?? null,
    });
    const response = await sendWithSession(request).catch(() => undefined);
    // The events are gone, or nobody may read them: asking again would find the same.
    if (response !== undefined && response.status >= 400 && response.status < 429) return turn;
    if (response?.ok === true) await readEvents(response, apply).catch(() => undefined);
  }
  return turn;
}

/** Reads the events of a response (WHATWG HTML, section 9.2.6). Comments keep the line open. */
async function readEvents(response: Response, onEvent: (event: StreamedEvent) => void): Promise<void> {
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
