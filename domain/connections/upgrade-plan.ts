/** What an upgrade of a connection's template updates. Ids and names only: it passes through Temporal's history. */
export interface UpgradePlan {
  /** Stacks to update, each through the role of its account. */
  readonly stacks: readonly UpgradeTarget[];
  /** The stack set of the members; absent for standalone connections. */
  readonly stackSet?: { readonly name: string; readonly region: string; readonly delegated: boolean };
}

export interface UpgradeTarget {
  /** 12 digits. */
  readonly awsAccountNumber: string;
  readonly stackId: string | null;
}
