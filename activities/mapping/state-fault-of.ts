import type { ScmError } from '../../clients/scm/scm-error.ts';

/** Returns the code of `last_error` for a failed request to HCP Terraform. A retry may help when it is `unreachable`. */
export function stateFaultOf({ fault }: ScmError): 'access_denied' | 'too_large' | 'unreachable' {
  if (fault === 'too_large') return fault;
  return fault === 'token_refused' || fault === 'forbidden' || fault === 'not_found'
    ? 'access_denied'
    : 'unreachable';
}
