import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { ApiError as ErrorBody, CodeRequired, paths } from './api-types.ts';

/** A client of the API. The OpenAPI document defines the types of its paths, parameters and bodies. */
export type TypedClient = Client<paths>;

/** Sends a request, as `fetch` does. */
export type SendRequest = (request: Request) => Promise<Response>;

/**
 * @param url - the API's origin; paths are written as in the document: `/api/v1/applications/{id}`. Empty for a page of the API
 * @param token - bearer token; absent for requests with cookies, or without a credential
 * @param send - default: `fetch`
 */
export function createTypedClient(url: string, token?: string, send?: SendRequest): TypedClient {
  return createClient<paths>({
    baseUrl: url,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(send === undefined ? {} : { fetch: send }),
  });
}

/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The message of the catalogue, without the URL. */
  readonly reason: string;
  /** The value of `X-Request-Id`, by which an operator finds the request in the log. */
  readonly requestId: string | undefined;

  constructor({ url, status, headers }: Response, { code, message }: ErrorBody) {
    super(`${url} returned ${status} ${code}: ${message}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.reason = message;
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** Returns the body of a successful response. @throws ApiError for an error response. */
export async function dataOf<T>(
  request: Promise<{ readonly data?: T; readonly error?: ErrorBody; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await request;
  if (error !== undefined || data === undefined)
    throw new ApiError(response, error ?? { code: 'internal_error', message: 'empty response' });
  return data;
}

/** Returns the tokens of a login. @throws Error for a user with a second factor; ApiError for an error response. */
export async function sessionTokensOf<T extends object>(
  login: Promise<{ readonly data?: T; readonly error?: ErrorBody; readonly response: Response }>,
): Promise<Exclude<T, CodeRequired>> {
  const data = await dataOf(login);
  if ('mfa_required' in data) throw new Error('the user has a second factor');
  return data as Exclude<T, CodeRequired>;
}
