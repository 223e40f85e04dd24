import { APICallError, InvalidResponseDataError, NoOutputGeneratedError } from 'ai';
import type { ProviderRemedy } from '../../domain/assistant/model.ts';
import { retryAfterOf } from '../scm/retry-after.ts';

/** A failed response. The message has no text of the provider, which can repeat the question or the API key. */
export interface ProviderFailure {
  readonly message: string;
  /** Whether another request can succeed: 429, 5xx, broken connections. */
  readonly isTransient: boolean;
  readonly retryAfterMs?: number | undefined;
  /** What the operator has to change. */
  readonly remedy?: ProviderRemedy | undefined;
}

/** Error types within a stream that stand for a status 429 or 5xx. Source: Anthropic API reference, "Errors". */
const transientTypes = new Set(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error']);

/** Returns the failure that an error of the AI SDK or an error event of a stream stands for. */
export function providerFailureOf(error: unknown): ProviderFailure {
  // The SDK wraps a broken connection in an APICallError with status 200.
  if (isConnectionError(error)) return broken;
  // The stream ended without its last event.
  if (InvalidResponseDataError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) return broken;
  if (APICallError.isInstance(error)) {
    const { statusCode = 0, responseHeaders, responseBody } = error;
    const headers = new Headers(responseHeaders);
    // The SDK for Anthropic reports an error in the first event of a stream as status 500 or 529.
    if (headers.get('content-type')?.startsWith('text/event-stream') === true)
      return providerFailureOf(parsed(responseBody));
    const remedy = remedies.get(statusCode);
    return {
      message: `The model provider responded with status ${statusCode}.${remedy === undefined ? '' : ` ${remedyTexts[remedy]}`}`,
      remedy,
      isTransient: statusCode === 429 || statusCode >= 500,
      retryAfterMs: retryAfterOf(headers),
    };
  }
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  return transientTypes.has(String(type))
    ? { message: 'The model provider reported an error within its response.', isTransient: true }
    : { message: 'The response of the model provider is malformed.', isTransient: false };
}

const remedies: ReadonlyMap<number, ProviderRemedy> = new Map([
  [401, 'credentials'],
  [403, 'credentials'],
  [404, 'model'],
  [429, 'quota'],
]);

/** For the log. */
const remedyTexts: Readonly<Record<ProviderRemedy, string>> = {
  credentials: 'Check ASSISTANT_API_KEY and ASSISTANT_BASE_URL, and what the key may use.',
  model: 'Check the model in ASSISTANT_MODELS and the address in ASSISTANT_BASE_URL.',
  quota: 'Check the rate limit and the quota of the key of ASSISTANT_API_KEY at the provider.',
};

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** The connection could not be opened, or ended before the end of the response. */
export const broken: ProviderFailure = {
  message: 'The connection to the model provider failed.',
  isTransient: true,
};

/** undici rejects with a TypeError (`fetch failed`, `terminated`); sockets have error codes. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isNetwork = error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message);
  const code = 'code' in error ? String(error.code) : '';
  return isNetwork || /^(?:E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code) || isConnectionError(error.cause);
}
