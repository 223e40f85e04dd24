import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { noteProgress } from '../../runtime/progress.ts';
import { ScmError } from '../scm/scm-error.ts';

/** Responds with the SHA of a commit as text. */
export const shaMediaType = 'application/vnd.github.sha';

/**
 * Statuses that another request does not change. To the defaults of the plugin, this adds 409 (empty repository) and
 * 429 (rate limit).
 */
const finalStatuses = [400, 401, 403, 404, 409, 410, 422, 429, 451];

const Plugged = Octokit.plugin(paginateRest, throttling, retry, requireJson);
export type AppOctokit = InstanceType<typeof Plugged>;

/**
 * Returns the Octokit class for an API URL. A request that GitHub throttles fails: the workflow waits as long as GitHub
 * says. A request that fails with 5xx is repeated once; Temporal repeats the activity.
 *
 * @param requestTimeoutMs of one attempt
 */
export function createOctokitClass(apiUrl: string, requestTimeoutMs: number): typeof Plugged {
  return Plugged.defaults({
    baseUrl: apiUrl,
    userAgent: 'cloud-inventory',
    // Octokit writes to the console by default. A failure is thrown and logged by the caller.
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    throttle: throttleOptions('app'),
    // `request.retries` would also repeat requests with final statuses.
    retry: { retries: 1, doNotRetry: finalStatuses },
    request: {
      fetch: (url: string, init: RequestInit) =>
        fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(requestTimeoutMs) }).finally(
          noteProgress,
        ),
    },
  });
}

/**
 * Returns the options of the throttling plugin. It allows 10 requests at a time and one write a second per id.
 *
 * @param id of an installation, so that installations do not wait for each other
 */
export function throttleOptions(id: string) {
  return { id, onRateLimit: () => false, onSecondaryRateLimit: () => false };
}

/**
 * Rejects responses that are not JSON: Octokit returns their text as data, and no text when the connection ends within
 * the body.
 */
function requireJson(octokit: Octokit): Record<string, never> {
  octokit.hook.after('request', ({ data, status }, { headers, request }) => {
    const isOther = headers.accept === shaMediaType || request?.parseSuccessResponseBody === false;
    if (isOther || status === 204 || typeof data !== 'string') return;
    if (data === '') throw new ScmError('unavailable', 'The response of GitHub is incomplete.');
    throw new ScmError('invalid_response', 'GitHub sent a response that is not JSON.');
  });
  return {};
}

function ignore(): void {
  // Nothing to log.
}
