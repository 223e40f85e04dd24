/** Speaks to the product as any client does: over HTTP, with a bearer token. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object): Promise<T>;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(what: string, status: number, code: string, message: string) {
    super(`${what} answered ${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** `url` is the API's origin. */
export function createApiClient(url: string, token?: string): ApiClient {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T & { code?: string; message?: string };
    if (!response.ok)
      throw new ApiError(`${method} ${path}`, response.status, answer.code ?? '', answer.message ?? '');
    return answer;
  };
  return { get: (path) => call('GET', path), post: (path, body = {}) => call('POST', path, body) };
}
