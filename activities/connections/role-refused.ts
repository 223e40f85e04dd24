/** A customer's role must not be used: its check failed. The message is the reason, for users. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused';
}
