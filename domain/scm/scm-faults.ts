/** What a failed request to a source-control provider means for the connection. */
export const scmFaults = [
  /** The token is invalid, revoked or expired, or the App was uninstalled. */
  'token_refused',
  /** The credentials of the GitHub App itself are invalid, which its operator has to repair. */
  'app_refused',
  /** The installation is suspended. */
  'suspended',
  /** A scope or permission is missing. */
  'forbidden',
  /** The connection cannot access one repository, or a feature of it. */
  'repository_forbidden',
  'not_found',
  /** The provider refuses to write to the repository: a permission, a rule of the repository, an archived repository. */
  'rejected',
  /** Primary or secondary rate limit. */
  'rate_limited',
  /** Unreachable, timeout or 5xx. */
  'unavailable',
  /** The address is not public and not in an allowed network. */
  'unsafe_address',
  /** The server responds, but not as the provider's API: a redirect, a wrong certificate, no API, or an older version. */
  'wrong_server',
  /** The response is larger than its limit. */
  'too_large',
  /** The response has an unexpected form. */
  'invalid_response',
] as const;

export type ScmFault = (typeof scmFaults)[number];

const repositoryFaults: ReadonlySet<ScmFault> = new Set(['not_found', 'repository_forbidden', 'too_large']);

/** Whether a fault of a request about a repository concerns that repository only, so that others can be read. */
export function isRepositoryFault(fault: ScmFault): boolean {
  return repositoryFaults.has(fault);
}
