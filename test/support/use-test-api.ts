import { startTestApi } from './test-api.ts';
import type { TestApi } from './test-api.ts';
import { useFixture } from './use-fixture.ts';

export interface TestApiUse {
  /** Environment variables that differ from the test defaults. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Also starts a worker. Default: false. */
  readonly worker?: boolean;
  /** Validates every response against the operation's schema. Default: true. */
  readonly checkResponses?: boolean;
}

/**
 * An API with its own database and task queues for the calling test file: started before its tests, closed after
 * them. See {@link useFixture}.
 */
export function useTestApi({ environment, worker = false, checkResponses = true }: TestApiUse = {}): TestApi {
  return useFixture(
    async () => {
      const api = await startTestApi(environment, { checkResponses });
      if (worker) await api.startWorker();
      return api;
    },
    (api) => api.close(),
  );
}
