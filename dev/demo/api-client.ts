/** HTTP client of the product's API. Methods throw {@link ApiError} for a status that is not 2xx. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object): Promise<T>;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(request: string, status: number, code: string, message: string) {
    super(`${request} returned ${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param url - origin of the API
 * @param token - access token; absent for public operations
 */
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
    const content = (await response.json()) as T & { code?: string; message?: string };
    if (!response.ok)
      throw new ApiError(`${method} ${path}`, response.status, content.code ?? '', content.message ?? '');
    return content;
  };
  return { get: (path) => call('GET', path), post: (path, body = {}) => call('POST', path, body) };
}
