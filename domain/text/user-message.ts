import { errorCatalogue } from '../errors.ts';
import { scmFaults } from '../scm/scm-faults.ts';

/** Errors and Temporal failure types of this product whose messages are written for users. */
const ownErrors: ReadonlySet<string> = new Set([
  ...Object.keys(errorCatalogue),
  'AccountRejected',
  'CatalogueError',
  'IdentifierMissing',
  'InputUnknown',
  'ParentUnknown',
  'RoleRefused',
  'account_scan_failed',
  'connection_deleted',
  'inference_timeout',
  'invalid',
  'sync_failed',
  'upgrade_denied',
  'upgrade_failed',
  'worker_lost',
  ...scmFaults,
]);

/** Names of errors that AWS returns. Their messages are about the customer's account. Source: the AWS API references. */
const awsErrorName =
  /Exception$|Fault$|NotFound|NoSuch|^AccessDenied|^Unauthorized|^AuthFailure|^ExpiredToken|^InvalidClientTokenId|^UnrecognizedClient|^SignatureDoesNotMatch|^OptInRequired|^SubscriptionRequired|^UnsupportedOperation|Throttl|^RequestLimitExceeded|^SlowDown|^TooManyRequests|^ValidationError$/;

/** Texts for errors of other libraries, by name or system error code. The first pattern that matches is used. */
const texts: readonly (readonly [name: RegExp, text: string])[] = [
  [/^CredentialsProviderError$/, 'This service has no AWS credentials.'],
  [
    /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|RequestTimeout|NetworkingError|TimeoutError)/,
    'The connection to AWS failed.',
  ],
  [/Timeout/, 'The work did not finish in time.'],
  [/^(TerminatedFailure|CancelledFailure)$/, 'The work was stopped.'],
];

const internalError = 'An internal error of this service occurred. The log of the service has the details.';
const maximumLength = 500;

/**
 * Returns the text about an error that users may see, at most 500 characters. Messages of the database driver, of
 * libraries and of defects can contain internal names and values; they are replaced by a text from a table.
 *
 * @param name - the name of the error, its code, or the type of a Temporal failure
 */
export function userMessage(name: string, message: string): string {
  if (ownErrors.has(name) || awsErrorName.test(name)) return message.slice(0, maximumLength);
  return texts.find(([pattern]) => pattern.test(name))?.[1] ?? internalError;
}
