import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { ApiError as ErrorBody, paths } from './api-types.ts';

/** A client of the API. The OpenAPI document defines the types of its paths, parameters and bodies. */
export type TypedClient = Client<paths>;

/** `url` is the API's origin; paths are written as in the document: `/api/v1/applications/{id}`. */
export function createTypedClient(url: string, token?: string): TypedClient {
  return createClient<paths>({
    baseUrl: url,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
}

/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor({ url, status }: Response, { code, message }: ErrorBody) {
    super(`${url} returned ${status} ${code}: ${message}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
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
