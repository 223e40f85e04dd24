import { reasonText } from '../scm/reason-text.ts';
import { rejectWrongCertificate } from '../scm/reject-wrong-certificate.ts';
import { retryAfterOf } from '../scm/retry-after.ts';
import { ScmError } from '../scm/scm-error.ts';

/** GitHub's recommendation for a rate limit whose headers name no time. */
const unnamedLimitMs = 60_000;

/** A primary rate limit, a secondary one, and the former name of the latter. */
const limitMessage = /API rate limit (?:already )?exceeded|secondary rate limit|abuse detection/i;

/** Runs requests of Octokit. @throws ScmError for an error of a request; other errors pass. */
export async function mapGithubErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toScmError(error);
  }
}

/** Source: GitHub REST API, "Rate limits for the REST API" and "Troubleshooting the REST API". */
function toScmError(error: unknown): unknown {
  if (error instanceof ScmError || !(error instanceof Error)) return error;
  // Octokit wraps errors of its `fetch`.
  if (error.cause instanceof ScmError) return error.cause;
  if ('errors' in error) return fromGraphql(error);
  if (!('status' in error)) return isNetworkError(error) ? unreachable(error) : error;
  const status = Number(error.status);
  const { message } = error;
  const headers = headersOf('response' in error ? error.response : undefined);
  const retryAfterMs = retryAfterOf({ get: (name) => headers[name] });
  const limited = retryAfterMs !== undefined || limitMessage.test(message);
  if (status === 429 || (status === 403 && limited))
    return new ScmError('rate_limited', 'GitHub limits the rate of requests.', {
      retryAfterMs: retryAfterMs ?? unnamedLimitMs,
      cause: error,
    });
  // Requests of the App itself are signed with its private key.
  if (status === 401 && isRequestTo(error, /^\/app(?:\/|$)/))
    return new ScmError(
      'app_refused',
      'GitHub rejected the credentials of the GitHub App. The operator of this service has to renew them.',
      { cause: error },
    );
  if (status === 401)
    return new ScmError('token_refused', 'GitHub rejected the credentials.', { cause: error });
  if (status === 403 && /suspended/i.test(message))
    return new ScmError('suspended', 'The installation of the GitHub App is suspended.', { cause: error });
  if (status === 451 || (status === 403 && /repository access blocked/i.test(message)))
    return new ScmError('repository_forbidden', 'GitHub blocked access to the repository.', { cause: error });
  if (status === 403) {
    const permission = headers['x-accepted-github-permissions'] ?? '';
    const named = permission === '' ? 'a permission' : `the permission ${permission}`;
    return new ScmError('forbidden', `The GitHub App lacks ${named}.`, {
      permission: permission === '' ? undefined : permission,
      cause: error,
    });
  }
  // A client of an installation gets its token when it sends its first request.
  if (status === 404 && isTokenRequest(error))
    return new ScmError('token_refused', 'The GitHub App is not installed any more.', { cause: error });
  // A token for one repository and permission: the installation has no access, or not the permission.
  if (status === 422 && isTokenRequest(error))
    return new ScmError('forbidden', 'The GitHub App lacks a permission for the repository.', {
      cause: error,
    });
  if (status === 404 || status === 410)
    return new ScmError('not_found', 'GitHub did not find the record.', { cause: error });
  if (status >= 500) return unreachable(error);
  return new ScmError('invalid_response', `GitHub responded with status ${status}.`, { cause: error });
}

function isTokenRequest(error: Error): boolean {
  return isRequestTo(error, /^\/app\/installations\/\d+\/access_tokens$/);
}

/** @param path is compared with the path below the base path of the API, which is `/api/v3` on an Enterprise Server */
function isRequestTo(error: Error, path: RegExp): boolean {
  if (!('request' in error)) return false;
  const { url } = (error.request ?? {}) as { url?: unknown };
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  return path.test(new URL(url).pathname.replace(/^\/api\/v3(?=\/)/, ''));
}

function unreachable(error: Error): ScmError {
  rejectWrongCertificate(error);
  return new ScmError('unavailable', 'GitHub cannot be reached or does not respond.', { cause: error });
}

/** fetch rejects with a TypeError; an expired deadline is a TimeoutError. */
function isNetworkError(error: Error): boolean {
  return error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed';
}

/** @param response has the headers of a response */
function headersOf(response: unknown): Readonly<Record<string, string | undefined>> {
  const { headers } = (response ?? {}) as { headers?: Record<string, unknown> };
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
}

/**
 * Errors of the validation of a query, before it is executed: the schema of an older Enterprise Server lacks a field, type or
 * argument. Texts of graphql-ruby, which GitHub uses, and of the reference implementation.
 */
const refusedQuery =
  /"(?:undefinedField|undefinedType|argumentNotAccepted|undefinedDirective|variableMismatch|parseError)"|Cannot query field|doesn't exist on type|doesn't accept argument|Unknown (?:type|argument|directive)/;

/** Runs a request about the whole connection. @throws ScmError `wrong_server` when the server does not know its path */
export async function mapConnectionErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await mapGithubErrors(work);
  } catch (error) {
    if (error instanceof ScmError && error.fault === 'not_found')
      throw new ScmError('wrong_server', 'The server does not respond as the API of GitHub (404).', {
        cause: error,
      });
    throw error;
  }
}

/**
 * GraphQL responds with 200 and a list of errors, `{type, code, message}`. A rate limit has the type `RATE_LIMITED` or
 * `RATE_LIMIT`, or the code `graphql_rate_limit`. Source: GitHub GraphQL API, "Rate limits and query limits".
 */
function fromGraphql(error: Error & { readonly errors: unknown }): ScmError {
  const types = JSON.stringify(error.errors);
  if (/"(?:RATE_LIMIT(?:ED)?|graphql_rate_limit)"/.test(types) || limitMessage.test(types)) {
    const headers = headersOf(error);
    return new ScmError('rate_limited', 'GitHub limits the rate of requests.', {
      retryAfterMs: retryAfterOf({ get: (name) => headers[name] }) ?? unnamedLimitMs,
      cause: error,
    });
  }
  if (types.includes('NOT_FOUND'))
    return new ScmError('not_found', 'GitHub did not find the record.', { cause: error });
  if (types.includes('FORBIDDEN'))
    return new ScmError('forbidden', 'The GitHub App lacks a permission.', { cause: error });
  if (refusedQuery.test(types))
    return new ScmError(
      'wrong_server',
      `GitHub rejects a query of this service: ${reasonText(error.message)}. An Enterprise Server must be a newer version.`,
      { cause: error },
    );
  return unreachable(error);
}
