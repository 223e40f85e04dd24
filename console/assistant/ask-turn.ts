import { sendWithSession } from '../http/send-with-session.ts';
import { followTurn } from './follow-turn.ts';
import type { StreamedTurn } from './turn-after.ts';

/**
 * Asks a question and reports the turn as it grows.
 *
 * @throws Response that refuses the question
 */
export async function askTurn(
  conversationId: string,
  question: string,
  onChange: (turn: StreamedTurn) => void,
): Promise<StreamedTurn> {
  const url = new URL(`/api/v1/ai/conversations/${conversationId}/ask`, globalThis.location.origin);
  const asked = await sendWithSession(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    }),
  );
  if (!asked.ok) throw asked;
  return followTurn(conversationId, { first: asked }, onChange);
}
