/** Error code in the ledger of a cell with the outcome `not_permitted`. */
export const notPermittedCode = 'NotPermitted';

/**
 * Returns the text in the ledger of a cell that the role cannot read because it was never given the IAM action. `group`: the
 * permission group of the template with which the role could read the cell.
 */
export function notPermittedText(action: string, group?: string): string {
  const text = `The role template does not give this role the action ${action}.`;
  return group === undefined ? text : `${text} The permission group ${group} of the template does.`;
}
