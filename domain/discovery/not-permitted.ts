/** Error code in the ledger of a cell with the outcome `not_permitted`. */
export const notPermittedCode = 'NotPermitted';

/** Returns the text in the ledger of a cell that the role cannot read because it was never given the IAM action. */
export function notPermittedText(action: string): string {
  return `The role template does not give this role the action ${action}.`;
}
