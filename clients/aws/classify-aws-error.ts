import { defined } from '../../domain/defined.ts';
import { isAbsentEndpoint } from '../../domain/discovery/regions/absent-endpoints.ts';
import { userMessage } from '../../domain/text/user-message.ts';
import type { CellOutcome } from '../../domain/values.ts';
import { saysAbsent } from './absence-messages.ts';
import { saysNotFound } from './not-found-messages.ts';

/** Outcome of a failed call. A denial by a policy of the organization is `denied`, with `deniedByScp`. */
export type FailureOutcome = Exclude<CellOutcome, 'complete' | 'blocked_by_scp' | 'not_permitted'>;

/** Meaning of an AWS error for the cell whose call failed. */
export interface AwsErrorClass {
  readonly outcome: FailureOutcome;
  /** Error code of AWS or of the operating system (`ECONNRESET`). */
  readonly code: string;
  /** AWS's message, or a text of `userMessage` for another error; at most 500 characters. */
  readonly message: string;
  /** Whether a retry of the call may succeed. */
  readonly retryable: boolean;
  /** The requested entity does not exist. */
  readonly notFound: boolean;
  /** The connection failed or timed out: there is no response of AWS. */
  readonly unanswered: boolean;
  readonly retryAfterMs?: number;
  /** IAM action named in the message of a denial. */
  readonly missingAction?: string;
  /** Denied by a service or resource control policy, so that no change of the role helps. */
  readonly deniedByScp?: boolean;
}

const DENIED =
  /AccessDenied|AccessDeniedException|UnauthorizedOperation|NotAuthorized|AuthorizationError|Unauthorized|Forbidden|InvalidClientTokenId|UnrecognizedClient|AuthFailure|SignatureDoesNotMatch|ExpiredToken/i;
const THROTTLED =
  /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|LimitExceeded(?:Exception)?$|RequestThrottled|BandwidthLimit|PriorRequestNotComplete|EC2ThrottledException/i;
const UNSUPPORTED =
  /UnsupportedOperation|UnknownOperation|InvalidAction|NotImplemented|OptInRequired|SubscriptionRequired|NotSupported|UnknownEndpoint|OrganizationsNotInUse|NotEnabled|EndpointError|UnsupportedRegion|UninitializedAccount/i;
/** A denial by a policy of the VPC endpoints through which this service calls AWS: it says nothing about the customer's role. */
const OWN_ENDPOINT_POLICY = /explicit deny in a VPC endpoint policy|because no VPC endpoint policy allows/i;
const NOT_FOUND =
  /NotFound|NoSuch|NotExist|NonExistent|DoesNotExist|Fault\.NotFound|InvalidVpcID|UnknownResource/i;
/** `ENOTFOUND` and `EAI_AGAIN` are failures of name resolution. */
const TRANSIENT =
  /ENOTFOUND|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EAI_AGAIN|TimeoutError|RequestTimeout|InternalError|InternalFailure|InternalServer|ServiceUnavailable|Unavailable|socket hang up|NetworkingError/i;

/** Classifies an error thrown by an AWS client. Never throws. */
export function classifyAwsError(error: unknown): AwsErrorClass {
  const code = codeOf(error);
  const status = statusOf(error);
  // A message can contain names that customers chose. Postgres rejects NUL.
  const raw = textOf(error, 'message').replaceAll('\0', '\ufffd');
  // An error with the status of a success comes from reading the response.
  const read = status !== undefined && status >= 200 && status < 300;
  const message = status === undefined || read ? userMessage(code, raw) : raw.slice(0, 500);
  const base = { code, message, retryable: false, notFound: false, unanswered: false };
  if (THROTTLED.test(code) || status === 429 || (status === 503 && /slow down|rate exceeded/i.test(raw))) {
    const retryAfterMs = retryAfter(error);
    return { ...base, outcome: 'throttled', retryable: true, ...defined({ retryAfterMs }) };
  }
  if (read && !TRANSIENT.test(code))
    return {
      ...base,
      outcome: 'error',
      code: 'InvalidResponse',
      message: 'The response of AWS is incomplete or malformed.',
      retryable: true,
    };
  if (
    UNSUPPORTED.test(code) ||
    status === 501 ||
    // A page in HTML: the endpoint does not know the path of the operation. Seen for Bedrock and QuickSight by icearp/disco-cli.
    (status === 404 && code === 'SyntaxError') ||
    (status !== undefined && status < 500 && saysAbsent(code, raw)) ||
    (status === undefined && hasNoEndpoint(error))
  )
    return { ...base, outcome: 'unsupported' };
  const isNotFound = (NOT_FOUND.test(code) && code !== 'ENOTFOUND') || status === 404;
  if (isNotFound || (status !== undefined && status < 500 && saysNotFound(code, raw)))
    return { ...base, outcome: 'error', notFound: true };
  if (OWN_ENDPOINT_POLICY.test(raw.slice(0, maximumDenialLength))) return { ...base, outcome: 'error' };
  if (DENIED.test(code) || status === 401 || status === 403)
    return { ...base, outcome: 'denied', ...denial(raw) };
  const retryable = TRANSIENT.test(code) || TRANSIENT.test(raw) || (status !== undefined && status >= 500);
  return { ...base, outcome: 'error', retryable, unanswered: retryable && (status === undefined || read) };
}

/** Outcome of a cell whose call failed. */
export function cellOutcomeOf({ outcome, deniedByScp }: AwsErrorClass): Exclude<CellOutcome, 'complete'> {
  return deniedByScp === true ? 'blocked_by_scp' : outcome;
}

/** Whether the host name does not resolve because the service has no endpoint in the region. */
function hasNoEndpoint(error: unknown): boolean {
  return textOf(error, 'code') === 'ENOTFOUND' && isAbsentEndpoint(textOf(error, 'hostname'));
}

/** Codes with which AWS rejects the credentials or the clock of the caller. */
const CALLER_REJECTED =
  /^(InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|ExpiredToken|InvalidAccessKeyId|AuthFailure|RequestExpired|RequestTimeTooSkewed|IncompleteSignature|MissingAuthenticationToken)/;

/** Returns whether AWS rejected the credentials or the clock of the caller. */
export function isCallerRejected(error: unknown): boolean {
  return CALLER_REJECTED.test(classifyAwsError(error).code);
}

/**
 * Returns whether AWS responded to a call and rejected it because of the account. Returns false for errors of the network
 * and of this service's credentials, for throttling, and for faults of AWS (5xx).
 */
export function isRejectedByAws(error: unknown): boolean {
  const status = statusOf(error);
  const { retryable } = classifyAwsError(error);
  return status !== undefined && status >= 400 && status < 500 && !retryable && !isCallerRejected(error);
}

/** The message of EC2 ends with an encoded text of several kilobytes. */
const maximumDenialLength = 4_000;
/**
 * Denials by a policy of the organization. The message of AWS names the type of the policy that denies explicitly, or that
 * does not allow the action. Source: IAM User Guide, "Troubleshoot access denied error messages".
 */
const ORGANIZATION_POLICY =
  /explicit deny in a (?:service|resource) control policy|because no (?:service|resource) control policy allows/i;

/** A call whose session could not be renewed: the denial says nothing about the region or the service of the call. */
const NO_SESSION = /not authorized to perform:? sts:AssumeRole/i;

/** Returns whether the message of a denial names a policy of the customer's AWS organization that denies the call. */
export function isDeniedByOrganization(message: string): boolean {
  const text = message.slice(0, maximumDenialLength);
  return ORGANIZATION_POLICY.test(text) && !NO_SESSION.test(text);
}

function denial(message: string): Pick<AwsErrorClass, 'missingAction' | 'deniedByScp'> {
  const action = deniedAction(message);
  return {
    ...defined({ missingAction: action }),
    ...(isDeniedByOrganization(message) ? { deniedByScp: true } : {}),
  };
}

/** Returns the IAM action that the message of a denial names. */
export function deniedAction(message: string): string | undefined {
  return /not authorized to perform:? ([\w-]+:\w+)/i.exec(message.slice(0, maximumDenialLength))?.[1];
}

function retryAfter(error: unknown): number | undefined {
  const response = objectAt(error, '$response');
  const header = textOf(objectAt(response, 'headers'), 'retry-after');
  const hint = objectAt(objectAt(error, '$metadata'), 'retryAfterHint');
  if (/^\d+(\.\d+)?$/.test(header)) return Math.min(Number(header), 120) * 1000;
  return hint instanceof Date ? Math.max(0, hint.getTime() - Date.now()) : undefined;
}

function codeOf(error: unknown): string {
  const generic = /^(Error|UnknownError|Unknown|TypeError|AggregateError|)$/;
  const name = textOf(error, 'name');
  const other = textOf(error, 'Code') || textOf(error, 'code');
  return (generic.test(name) ? other || name : name) || 'UnknownError';
}

function statusOf(error: unknown): number | undefined {
  const status = objectAt(objectAt(error, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

function textOf(value: unknown, key: string): string {
  const text = objectAt(value, key);
  return typeof text === 'string' ? text : '';
}

function objectAt(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' ? (Reflect.get(value, key) as unknown) : undefined;
}
