import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { Citation } from '../../api-client/api-types.ts';
import { readServerSentEvents } from './read-server-sent-events.ts';

type Say = (text: string) => void;

/** The second and the fourth question go on from the one before. */
const questions = [
  'how many queues do we have in shop-production?',
  'and in shop-staging?',
  'who do i ask about the queue orders-production in eu-west-1?',
  'and what breaks without it?',
  'which databases are not encrypted?',
  'which lambdas run on nodejs22?',
  'which app has the most resources?',
  'who changed queue orders-production in eu-west-1?',
  'What will the last plan delete?',
  'how fresh is the data?',
];

/**
 * Asks the assistant ten questions as people type them in one conversation, and prints the lines of the answers as they arrive, with their
 * citations.
 *
 * @throws Error when a turn does not complete
 */
export async function showAssistant(client: TypedClient, say: Say): Promise<void> {
  const { id } = await dataOf(client.POST('/api/v1/ai/conversations', { body: {} }));
  for (const question of questions) await ask(client, id, question, say);
}

async function ask(client: TypedClient, conversationId: string, question: string, say: Say): Promise<void> {
  const params = { path: { id: conversationId } };
  const response = client.POST('/api/v1/ai/conversations/{id}/ask', {
    params,
    body: { question },
    parseAs: 'stream',
  });
  const stream = (await dataOf(response)) as unknown as ReadableStream<Uint8Array>;
  const citations: Citation[] = [];
  let line = '';
  say(`\nQuestion: ${question}`);
  for await (const { type, data } of readServerSentEvents(stream)) {
    if (type === 'turn.failed') throw new Error(`The assistant failed: ${data}`);
    if (type === 'citation') citations.push(JSON.parse(data) as Citation);
    if (type !== 'text.delta') continue;
    const { text } = JSON.parse(data) as { readonly text: string };
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const complete of lines) say(complete);
  }
  say(line);
  for (const { index, entity_type: type, name, url } of citations)
    say(`  [${index}] ${type} ${name}  ${url}`);
}
