import { sendWithSession } from '../http/send-with-session.ts';
import { emptyTurn, turnAfter } from './turn-after.ts';
import type { StreamedTurn, TurnEvent } from './turn-after.ts';

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
  const apply = (event: TurnEvent) => {
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

/** Reads the events of a response (WHATWG HTML, section 9.2.6). Comments keep the line open. */
async function readEvents(response: Response, onEvent: (event: TurnEvent) => void): Promise<void> {
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
