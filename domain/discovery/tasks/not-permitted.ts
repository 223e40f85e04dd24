/** Error code in the ledger of a cell with the outcome `not_permitted`. */
export const notPermittedCode = 'NotPermitted';

/**
 * Returns the error text in the ledger of a cell that the role cannot read, because the template does not grant the action.
 *
 * @param group permission group of the template that grants the action, if there is one
 */
export function notPermittedText(action: string, group?: string): string {
  const text = `The role template does not grant the action ${action} to this role.`;
  return group === undefined ? text : `${text} The permission group ${group} of the template grants it.`;
}

/** A policy denies the call explicitly, or a policy that is not of the role does not allow it. */
const deniedByOtherPolicy =
  /explicit deny|because no (?!(?:identity|resource)-based policy|permissions boundary)/i;

/**
 * Returns whether more permissions of the role can end a denial, by the message of AWS. A message that names no policy does not
 * exclude it, nor does one that names a resource-based policy: AWS names it also when no policy of the role allows the call. Source: IAM User Guide, "Troubleshoot access denied error messages".
 */
export function isLackOfPermission(message: string): boolean {
  return !deniedByOtherPolicy.test(message);
}
