import { dataOf } from '../../api-client/create-typed-client.ts';
import { openEventStream } from '../support/assistant/event-stream.ts';
import type { TestApi } from '../support/test-api.ts';

/** Asks a question and waits for the end of its turn. A worker must be running. */
export async function playAssistant(api: TestApi): Promise<void> {
  const { client, tokens } = await api.signUp();
  const { id } = await dataOf(client.POST('/api/v1/ai/conversations', { body: {} }));
  const question = 'How many resources are there?';
  const stream = await openEventStream(api.url, `/ai/conversations/${id}/ask`, tokens.access_token, {
    question,
  });
  await stream.rest();
}
