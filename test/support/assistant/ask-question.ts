import { openEventStream, textOf } from './event-stream.ts';
import type { ReceivedEvent } from './event-stream.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { SignedUp, TestApi } from '../test-api.ts';
import type { Citation } from '../../../domain/assistant/turn-event.ts';

/** A turn as its asker receives it. */
export interface AskedTurn {
  readonly conversationId: string;
  readonly events: readonly ReceivedEvent[];
  /** The text that was streamed. */
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** Asks a question in a new conversation, and reads the stream to its end. */
export async function askQuestion(
  api: Pick<TestApi, 'url'>,
  { client, tokens }: Pick<SignedUp, 'client' | 'tokens'>,
  question: string,
): Promise<AskedTurn> {
  const { id } = await dataOf(client.POST('/api/v1/ai/conversations', { body: {} }));
  const path = `/ai/conversations/${id}/ask`;
  const stream = await openEventStream(api.url, path, tokens.access_token, { question });
  const events = await stream.rest();
  return {
    conversationId: id,
    events,
    text: textOf(events),
    citations: events.flatMap(({ type, data }) =>
      type === 'citation' ? [data as unknown as Citation & { readonly turn_id: string }] : [],
    ),
  };
}
