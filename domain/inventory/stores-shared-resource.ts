/** Facts about a resource that a scan lists outside of the account and region of its owner. */
export interface SharedResourceFacts {
  /** The scanned account has a row of the resource that is not deleted. */
  readonly hasRow: boolean;
  /** The owner's account has an active row of the resource in its region. */
  readonly ownerHasRow: boolean;
  /** The account of the owner is scanned, but no scan of the region has ended or has read the type yet. */
  readonly ownerIsPending: boolean;
  /** Id of the first other using account with an active row; `undefined` when there is none. */
  readonly otherAccountWithRow: string | undefined;
}

/**
 * Returns whether the scanned account stores the row of a resource that another account owns, so that the inventory has one
 * row. The owner's row has precedence. While the owner is not scanned, or does not list the resource, one using account
 * stores the row. An account with a row keeps it until the owner has one. If two accounts stored a row concurrently, the
 * one with the lower id keeps it.
 */
export function storesSharedResource(accountId: string, facts: SharedResourceFacts): boolean {
  const { hasRow, ownerHasRow, ownerIsPending, otherAccountWithRow } = facts;
  if (ownerHasRow) return false;
  if (ownerIsPending) return hasRow;
  return otherAccountWithRow === undefined || (hasRow && accountId < otherAccountWithRow);
}
