import { defined } from './defined.ts';

/**
 * The error catalogue: every error code that a client can receive, with its HTTP status and default message.
 * Source: the interface specification, section "Errors". Clients branch on `code`; `message` is for people.
 */
export const errorCatalogue = {
  validation_failed: { status: 400, message: 'The request is malformed or invalid.' },
  invalid_state: { status: 400, message: 'The install state is invalid or has expired.' },
  unsafe_base_url: { status: 400, message: 'The base URL is not permitted.' },
  invalid_body: { status: 400, message: 'The request body could not be read.' },
  unauthorized: { status: 401, message: 'A valid credential is required.' },
  invalid_credentials: { status: 401, message: 'The email or the password is wrong.' },
  invalid_token: { status: 401, message: 'The token is invalid or has expired.' },
  token_reuse: { status: 401, message: 'The refresh token was used before; the session is revoked.' },
  webhook_unauthorized: { status: 401, message: 'The webhook delivery could not be verified.' },
  forbidden: { status: 403, message: 'You are not permitted to do this.' },
  csrf_failed: { status: 403, message: 'The CSRF header is missing or does not match.' },
  account_deactivated: { status: 403, message: 'The user account is deactivated.' },
  ai_disabled: { status: 403, message: 'The AI assistant is disabled for this organization.' },
  not_found: { status: 404, message: 'Not found.' },
  email_taken: { status: 409, message: 'An account with this email exists.' },
  slug_taken: { status: 409, message: 'This organization slug is taken.' },
  name_taken: { status: 409, message: 'A connection with this name exists.' },
  account_exists: { status: 409, message: 'This cloud account is already connected.' },
  connection_exists: { status: 409, message: 'A connection for this organization exists.' },
  scan_conflict: { status: 409, message: 'An equivalent scan is queued or running.' },
  invitation_invalid: { status: 409, message: 'The invitation is no longer valid.' },
  last_admin: { status: 409, message: 'The organization must keep one active platform administrator.' },
  conflict: { status: 409, message: 'A record with this identifier exists.' },
  turn_in_progress: { status: 409, message: 'A turn is already in progress on this conversation.' },
  rate_limited: { status: 429, message: 'Too many attempts; back off and retry.' },
  internal_error: { status: 500, message: 'An unexpected failure happened.' },
  provider_unavailable: { status: 503, message: 'A required dependency is unavailable.' },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** The limit that refused a request. The API sends it in the `RateLimit` headers. */
export interface RefusingLimit {
  readonly name: string;
  /** The number of requests in a window, or at the same time. */
  readonly limit: number;
  /** For a limit of concurrent requests, the seconds after which the client retries. */
  readonly windowSeconds: number;
}

/** An error from the catalogue. The API sends it as `{code, message}`. */
export class CatalogueError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Sent as `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  readonly refusingLimit: RefusingLimit | undefined;
  /** Path below /api/v1 of the record that is in the way, sent as `Location`. */
  readonly location: string | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    options: {
      retryAfterSeconds?: number;
      refusingLimit?: RefusingLimit;
      location?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message ?? errorCatalogue[code].message, defined({ cause: options.cause }));
    this.name = 'CatalogueError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.refusingLimit = options.refusingLimit;
    this.location = options.location;
  }
}

/** Creates catalogue errors; every code is written only here and in the catalogue. */
export const errors = {
  /** `field` uses dots for nested fields; the message is `<field>: <reason>`. */
  validationFailed: (field: string, reason: string) =>
    new CatalogueError('validation_failed', `${field}: ${reason}`),
  invalidState: () => new CatalogueError('invalid_state'),
  /** `reason` follows the name of the field, as in {@link errors.validationFailed}. */
  unsafeBaseUrl: (reason: string) => new CatalogueError('unsafe_base_url', `base_url: ${reason}`),
  invalidBody: (message?: string) => new CatalogueError('invalid_body', message),
  unauthorized: () => new CatalogueError('unauthorized'),
  invalidCredentials: (message?: string) => new CatalogueError('invalid_credentials', message),
  invalidToken: () => new CatalogueError('invalid_token'),
  tokenReuse: () => new CatalogueError('token_reuse'),
  webhookUnauthorized: () => new CatalogueError('webhook_unauthorized'),
  forbidden: (message?: string) => new CatalogueError('forbidden', message),
  csrfFailed: () => new CatalogueError('csrf_failed'),
  accountDeactivated: () => new CatalogueError('account_deactivated'),
  aiDisabled: () => new CatalogueError('ai_disabled'),
  notFound: () => new CatalogueError('not_found'),
  emailTaken: () => new CatalogueError('email_taken'),
  slugTaken: () => new CatalogueError('slug_taken'),
  nameTaken: () => new CatalogueError('name_taken'),
  accountExists: () => new CatalogueError('account_exists'),
  connectionExists: () => new CatalogueError('connection_exists'),
  /** `scanId` is absent if the scan in the way ended since. */
  scanConflict: (scanId?: string) =>
    scanId === undefined
      ? new CatalogueError('scan_conflict')
      : new CatalogueError('scan_conflict', `An equivalent scan is queued or running: ${scanId}.`, {
          location: `/scans/${scanId}`,
        }),
  invitationInvalid: () => new CatalogueError('invitation_invalid'),
  lastAdmin: () => new CatalogueError('last_admin'),
  conflict: (message?: string) => new CatalogueError('conflict', message),
  turnInProgress: () => new CatalogueError('turn_in_progress'),
  /** `refusingLimit` is absent for a limit that the response must not reveal. */
  rateLimited: (retryAfterSeconds: number, refusingLimit: RefusingLimit | undefined, message?: string) =>
    new CatalogueError('rate_limited', message, defined({ retryAfterSeconds, refusingLimit })),
  internal: (cause?: unknown) => new CatalogueError('internal_error', undefined, { cause }),
  providerUnavailable: (message?: string, cause?: unknown, retryAfterSeconds?: number) =>
    new CatalogueError('provider_unavailable', message, defined({ cause, retryAfterSeconds })),
};
