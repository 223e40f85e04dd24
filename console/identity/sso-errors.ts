/** What to tell a person whose login by single sign-on was refused, by the `error` of the address. */
const texts: Readonly<Record<string, string>> = {
  sso_unavailable:
    'Single sign-on is not available for this address. Sign in with your password, or ask an administrator.',
  invalid_state: 'The login took too long or was begun in another window. Begin again.',
  invalid_token: 'The answer of the identity provider is not valid. Begin again, or ask an administrator.',
  access_denied: 'The identity provider refused the login.',
  groups_overage: 'You are in too many groups for the identity provider to list. Ask an administrator.',
  email_not_proven: 'The identity provider states no verified email address of your organization.',
  wrong_organization: 'This account belongs to another organization. Choose another account.',
  link_required: 'Sign in with your password, and link your account on the page of single sign-on.',
  other_subject: 'You are bound to another account of the identity provider. Ask an administrator.',
  other_user: 'This account of the identity provider is bound to another user.',
  no_roles: 'None of your groups has access. Ask an administrator.',
  account_deactivated: 'Your user account is deactivated.',
  email_taken: 'Your email address belongs to a user of another organization.',
};

/** Returns the text for an error; for an unknown one, that the login failed. */
export function textOfSsoError(error: string): string {
  return texts[error] ?? 'The login failed. Begin again.';
}
