import { CatalogueError } from '../errors.ts';
import type { ErrorCode } from '../errors.ts';

/** Why a login by single sign-on is refused: the `error` of the sign-in page, the code of the API, and the message. */
export const ssoRefusals = {
  sso_unavailable: ['provider_unavailable', 'Single sign-on is not available for this address.'],
  invalid_state: ['invalid_state', 'The login was not begun in this browser, has ended or has expired.'],
  invalid_token: ['invalid_token', 'The answer of the identity provider is not valid.'],
  access_denied: ['forbidden', 'The identity provider refused the login.'],
  groups_overage: ['forbidden', 'The identity provider sent a link in place of the groups.'],
  email_not_proven: [
    'forbidden',
    'The identity provider states no verified email address of a domain of the organization.',
  ],
  wrong_organization: ['forbidden', 'The account belongs to another organization of the identity provider.'],
  link_required: [
    'forbidden',
    'A user with administrative rights links the account of the identity provider while signed in.',
  ],
  other_subject: ['forbidden', 'The user is bound to another account of the identity provider.'],
  other_user: ['forbidden', 'The account of the identity provider is bound to another user.'],
  no_roles: ['forbidden', 'No group of the account has a role in the organization.'],
  account_deactivated: ['account_deactivated', 'The user account is deactivated.'],
  email_taken: ['email_taken', 'The email address belongs to a user of another organization.'],
} as const satisfies Readonly<Record<string, readonly [ErrorCode, string]>>;

export type SsoRefusalReason = keyof typeof ssoRefusals;

/** A refused login by single sign-on. */
export class SsoRefusal extends Error {
  readonly reason: SsoRefusalReason;

  constructor(reason: SsoRefusalReason, options?: ErrorOptions) {
    super(ssoRefusals[reason][1], options);
    this.name = 'SsoRefusal';
    this.reason = reason;
  }

  /** The error of the catalogue, for clients that ask for JSON. */
  toCatalogueError(): CatalogueError {
    const [code, message] = ssoRefusals[this.reason];
    return new CatalogueError(code, message, { cause: this });
  }
}
