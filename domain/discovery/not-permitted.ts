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
