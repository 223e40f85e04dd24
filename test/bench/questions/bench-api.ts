import { createTypedClient, dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import { demoLogin } from '../../../dev/demo/sign-in.ts';
import { openEventStream, textOf } from '../../support/assistant/event-stream.ts';
import type { GivenAnswer } from './judge-answer.ts';

/** The API as the user of the demo. Access tokens end before the bench does: it logs in again when one is old. */
export interface BenchApi {
  /** Returns the body of a path without `/api/v1`. @throws Error for a response other than 200. */
  get(path: string): Promise<unknown>;
  /** Returns the id of a new conversation. */
  startConversation(): Promise<string>;
  ask(conversationId: string, question: string): Promise<GivenAnswer>;
}

/** Access tokens are valid for 15 minutes. */
const tokenMilliseconds = 10 * 60_000;

export function createBenchApi(url: string): BenchApi {
  let token = '';
  let validUntil = 0;
  const currentToken = async () => {
    if (Date.now() < validUntil) return token;
    const login = await sessionTokensOf(
      createTypedClient(url).POST('/api/v1/auth/login', { body: demoLogin }),
    );
    validUntil = Date.now() + tokenMilliseconds;
    token = login.access_token;
    return token;
  };
  return {
    async get(path) {
      const headers = { authorization: `Bearer ${await currentToken()}` };
      const response = await fetch(`${url}/api/v1${path}`, { headers });
      const body: unknown = await response.json();
      if (response.status !== 200)
        throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body)}`);
      return body;
    },
    async startConversation() {
      const client = createTypedClient(url, await currentToken());
      return (await dataOf(client.POST('/api/v1/ai/conversations', { body: {} }))).id;
    },
    async ask(conversationId, question) {
      const path = `/ai/conversations/${conversationId}/ask`;
      const stream = await openEventStream(url, path, await currentToken(), { question });
      const events = await stream.rest();
      return { text: textOf(events), completed: events.at(-1)?.type === 'turn.completed' };
    },
  };
}
