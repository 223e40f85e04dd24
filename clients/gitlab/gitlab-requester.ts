import { createRequesterFn } from '@gitbeaker/requester-utils';
import type { FormattedResponse, RequesterType, ResourceOptions } from '@gitbeaker/requester-utils';
import type { Response } from 'undici';
import type { SafeFetch } from '../scm/safe-fetch.ts';
import { readCapped } from '../scm/read-capped.ts';
import { retryAfterOf } from '../scm/retry-after.ts';
import { ScmError } from '../scm/scm-error.ts';

const mostJsonBytes = 32 * 1024 * 1024;

/**
 * Returns the function with which gitbeaker sends its requests. In place of gitbeaker's own: it uses the guarded client,
 * caps the size of responses, and leaves retries to Temporal.
 */
export function createGitlabRequester(safeFetch: SafeFetch): (options: ResourceOptions) => RequesterType {
  return createRequesterFn(
    async (_resource, request) => request,
    async (endpoint, options = {}) => {
      const { prefixUrl, searchParams, method, headers, body, asStream, signal } =
        options as unknown as HandlerOptions;
      const url = new URL(endpoint, prefixUrl.endsWith('/') ? prefixUrl : `${prefixUrl}/`);
      url.search = searchParams ?? '';
      const response = await safeFetch.request(url, {
        method: (method ?? 'GET').toUpperCase(),
        headers: headers ?? {},
        body: body ?? null,
        signal: signal ?? null,
      });
      if (!response.ok) throw await errorOf(response);
      return {
        body: await bodyOf(response, asStream),
        headers: Object.fromEntries(response.headers),
        status: response.status,
      };
    },
  );
}

interface HandlerOptions {
  readonly prefixUrl: string;
  readonly searchParams?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly asStream?: boolean;
  readonly signal?: AbortSignal;
}

async function bodyOf(response: Response, asStream: boolean | undefined): Promise<FormattedResponse['body']> {
  if (asStream === true) return response.body as unknown as ReadableStream;
  if (response.status === 204) return null;
  const text = (await readCapped(response, mostJsonBytes)).toString('utf8');
  if (!response.headers.get('content-type')?.startsWith('application/json')) return text;
  try {
    return JSON.parse(text) as FormattedResponse['body'];
  } catch (error) {
    throw new ScmError('invalid_response', 'GitLab sent a response that is not valid JSON.', {
      cause: error,
    });
  }
}

/** Source: GitLab REST API, "Status codes"; 403 with `Retry-After` is the limit on unusual traffic. */
async function errorOf(response: Response): Promise<ScmError> {
  await response.body?.cancel();
  const { status } = response;
  const retryAfterMs = retryAfterOf(response.headers);
  if (status === 429 || (status === 403 && retryAfterMs !== undefined))
    return new ScmError('rate_limited', 'GitLab limits the rate of requests.', { retryAfterMs });
  if (status === 401) return new ScmError('token_refused', 'GitLab rejected the access token.');
  if (status === 403) return new ScmError('forbidden', 'The access token lacks a scope or a role.');
  if (status === 404) return new ScmError('not_found', 'GitLab did not find the record.');
  return new ScmError('unavailable', `GitLab responded with status ${status}.`, { retryAfterMs });
}
