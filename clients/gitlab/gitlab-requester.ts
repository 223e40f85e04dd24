import { createRequesterFn } from '@gitbeaker/requester-utils';
import type { FormattedResponse, RequesterType, ResourceOptions } from '@gitbeaker/requester-utils';
import type { Response } from 'undici';
import { defined } from '../../domain/defined.ts';
import { answerLimits } from '../answer-limits.ts';
import type { AnswerBudget } from '../scm/answer-budget.ts';
import type { SafeFetch } from '../scm/safe-fetch.ts';
import { countJsonValues } from '../scm/count-json-values.ts';
import { readCapped } from '../scm/read-capped.ts';
import { retryAfterOf } from '../scm/retry-after.ts';
import { reasonText } from '../scm/reason-text.ts';
import { ScmError } from '../scm/scm-error.ts';

const { pageBytes, pageValues } = answerLimits.gitlab;
const maximumErrorBytes = 64 * 1024;
const projectPath = /\/api\/v4\/projects\//;
/** For a limit without `Retry-After`: GitLab counts requests per minute. */
const defaultLimitMs = 60_000;

export interface GitlabResponse {
  readonly body: FormattedResponse['body'];
  readonly headers: Record<string, string>;
  readonly status: number;
}

/** How the requests of a client are sent. */
export interface GitlabTransport {
  readonly safeFetch: SafeFetch;
  readonly budget: AnswerBudget;
}

/**
 * Sends a request and parses its JSON.
 * @param timeoutMs until the end of the body
 * @throws ScmError
 */
export async function requestGitlab(
  { safeFetch, budget }: GitlabTransport,
  url: URL,
  {
    timeoutMs,
    asStream = false,
    ...init
  }: {
    readonly timeoutMs: number;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | null;
    readonly asStream?: boolean;
  },
): Promise<GitlabResponse> {
  return budget.run(async () => {
    const response = await safeFetch.request(url, {
      method: 'GET',
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw await errorOf(response);
    return {
      body: await bodyOf(response, asStream, budget),
      headers: Object.fromEntries(response.headers),
      status: response.status,
    };
  });
}

/**
 * Returns the function with which gitbeaker sends its requests. In place of gitbeaker's own: it uses the guarded client,
 * caps the size of responses, leaves retries to Temporal, and applies the timeout to each page, not to all of them.
 */
export function createGitlabRequester(
  transport: GitlabTransport,
  timeoutMs: number,
): (options: ResourceOptions) => RequesterType {
  return createRequesterFn(
    async (_resource, request) => request,
    async (endpoint, options = {}) => {
      const { prefixUrl, searchParams, method, headers, body, asStream } =
        options as unknown as HandlerOptions;
      const url = new URL(endpoint, prefixUrl.endsWith('/') ? prefixUrl : `${prefixUrl}/`);
      url.search = searchParams ?? '';
      return requestGitlab(transport, url, {
        timeoutMs,
        method: (method ?? 'GET').toUpperCase(),
        headers: headers ?? {},
        body: body ?? null,
        ...defined({ asStream }),
      });
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
}

/** @throws ScmError `too_large`, which `budget` notes */
async function bodyOf(
  response: Response,
  asStream: boolean,
  budget: AnswerBudget,
): Promise<FormattedResponse['body']> {
  if (asStream) return response.body as unknown as ReadableStream;
  if (response.status === 204) return null;
  const body = await readCapped(response, pageBytes, budget).catch((error: unknown) => {
    throw error instanceof ScmError ? budget.note(error) : error;
  });
  if (countJsonValues(body, pageValues) > pageValues)
    throw budget.note(new ScmError('too_large', `The response has more than ${pageValues} values.`));
  try {
    return JSON.parse(body.toString('utf8')) as FormattedResponse['body'];
  } catch {
    // The message of a SyntaxError has a part of the response.
    throw new ScmError('invalid_response', 'GitLab sent a response that is not JSON.');
  }
}

/** Reads the error of a response. Source: GitLab REST API, "Status codes"; 403 with `Retry-After` limits unusual traffic. */
export async function errorOf(response: Response): Promise<ScmError> {
  const { status } = response;
  const retryAfterMs = retryAfterOf(response.headers);
  const isRefused = (status === 403 && retryAfterMs === undefined) || [400, 409, 422].includes(status);
  const { scope, reason } = isRefused ? await refusalOf(response) : {};
  if (isRefused && status === 403) {
    if (scope === undefined && projectPath.test(new URL(response.url).pathname))
      return new ScmError(
        'repository_forbidden',
        'The access token lacks a role in the project, or the project disabled a feature.',
        { reason },
      );
    const missing = scope === undefined ? 'a scope or a role' : `the scope ${scope}`;
    return new ScmError('forbidden', `The access token lacks ${missing}.`, { permission: scope, reason });
  }
  if (!isRefused) await response.body?.cancel();
  if (status === 429 || status === 403)
    return new ScmError('rate_limited', 'GitLab limits the rate of requests.', {
      retryAfterMs: retryAfterMs ?? defaultLimitMs,
    });
  if (status === 401) return new ScmError('token_refused', 'GitLab rejected the access token.');
  if (status === 404) return new ScmError('not_found', 'GitLab did not find the record.');
  const fault = status >= 500 ? 'unavailable' : 'invalid_response';
  return new ScmError(fault, `GitLab responded with status ${status}.`, { retryAfterMs, reason });
}

/**
 * Returns the scope that an `insufficient_scope` error names, and the message. Source: RFC 6750, section 3.1; GitLab REST
 * API, "Validation error responses": `message` is a text, a list or an object.
 */
async function refusalOf(
  response: Response,
): Promise<{ readonly scope?: string | undefined; readonly reason?: string | undefined }> {
  try {
    const text = (await readCapped(response, maximumErrorBytes)).toString('utf8');
    const body = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const { scope, message, error } = body ?? {};
    const reason = message ?? error;
    return {
      scope: typeof scope === 'string' && /^[a-z_ ]{1,100}$/.test(scope) ? scope : undefined,
      reason: reason === undefined ? undefined : reasonText(reason),
    };
  } catch {
    return {};
  }
}
