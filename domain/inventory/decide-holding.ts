/** What the inventory knows of a resource that a scan lists outside of its owner's account and region. */
export interface HoldingFacts {
  /** The scanned account has a row of it. */
  readonly hasRow: boolean;
  /** Its owner's account and region has an active row of it. */
  readonly ownerHasRow: boolean;
  /** Its owner's account and region is scanned, but no scan there has ended or has read the type yet. */
  readonly ownerIsPending: boolean;
  /** The first other account with an active row, because the owner has none. */
  readonly otherHolder: string | null;
}

/**
 * Decides whether the scanned account holds the row of a resource that belongs elsewhere, so that the inventory has one
 * row: the owner's; while the owner is not scanned, or does not list the resource, that of one account that uses it. An
 * account with a row keeps it until the owner has one. Of two accounts that stored a row concurrently, the one with the
 * lower id keeps it.
 */
export function holdsRow(accountId: string, facts: HoldingFacts): boolean {
  const { hasRow, ownerHasRow, ownerIsPending, otherHolder } = facts;
  if (ownerHasRow) return false;
  if (ownerIsPending) return hasRow;
  return otherHolder === null || (hasRow && accountId < otherHolder);
}
