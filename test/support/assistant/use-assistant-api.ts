import { dataOf } from '../../../api-client/create-typed-client.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi, TestClient } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { openEventStream } from './event-stream.ts';
import type { EventStream } from './event-stream.ts';
import { createScriptedAnswerer } from './scripted-answerer.ts';
import type { ScriptedAnswerer } from './scripted-answerer.ts';

/** A user of the assistant. */
export interface Asker {
  readonly client: TestClient;
  readonly token: string;
}

export interface AssistantApi extends TestApi {
  readonly answerer: ScriptedAnswerer;
  /** Signs up an organization and starts a conversation. */
  signUpAsker(): Promise<SignedUp & Asker & { readonly conversationId: string }>;
  startConversation(asker: Pick<Asker, 'client'>): Promise<string>;
  ask(
    asker: Asker,
    conversationId: string,
    question: string,
    headers?: Record<string, string>,
  ): Promise<EventStream>;
  /** Streams the events of a turn again. */
  events(
    asker: Asker,
    path: { readonly conversationId: string; readonly turnId: string },
    options?: {
      readonly after?: string;
      readonly headers?: Record<string, string>;
      /** Origin of another API process. */
      readonly url?: string;
    },
  ): Promise<EventStream>;
}

/** An API, by default with a worker, whose answers a test scripts. See {@link useFixture}. */
export function useAssistantApi(
  options: { readonly environment?: Record<string, string>; readonly worker?: boolean } = {},
): AssistantApi {
  return useFixture(
    async () => {
      const api = await startTestApi(options.environment);
      const answerer = createScriptedAnswerer();
      if (options.worker !== false) await api.startWorker({}, answerer);
      return withAssistant(api, answerer);
    },
    (api) => api.close(),
  );
}

export function withAssistant(api: TestApi, answerer: ScriptedAnswerer): AssistantApi {
  const startConversation = async ({ client }: Pick<Asker, 'client'>) =>
    (await dataOf(client.POST('/api/v1/ai/conversations', { body: {} }))).id;
  return {
    ...api,
    answerer,
    startConversation,
    async signUpAsker() {
      const admin = await api.signUp();
      const conversationId = await startConversation(admin);
      return { ...admin, token: admin.tokens.access_token, conversationId };
    },
    ask: ({ token }, conversationId, question, headers = {}) =>
      openEventStream(api.url, `/ai/conversations/${conversationId}/ask`, token, { question, headers }),
    events: ({ token }, { conversationId, turnId }, { after, headers = {}, url = api.url } = {}) =>
      openEventStream(
        url,
        `/ai/conversations/${conversationId}/turns/${turnId}/events${after === undefined ? '' : `?after=${after}`}`,
        token,
        { headers },
      ),
  };
}
