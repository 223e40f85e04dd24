import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';

const Plugged = Octokit.plugin(paginateRest, throttling, retry);
export type AppOctokit = InstanceType<typeof Plugged>;

/**
 * Returns the Octokit class for an API URL. A request that GitHub throttles fails: the workflow waits as long as GitHub
 * says. A request that fails with 5xx is repeated once; Temporal repeats the activity.
 */
export function createOctokitClass(apiUrl: string, requestTimeoutMs: number): typeof Plugged {
  return Plugged.defaults({
    baseUrl: apiUrl,
    userAgent: 'cloud-inventory',
    throttle: { onRateLimit: () => false, onSecondaryRateLimit: () => false },
    request: {
      retries: 1,
      fetch: (url: string, init: RequestInit) =>
        fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(requestTimeoutMs) }),
    },
  });
}
