/** The stacks that a template upgrade updates. Holds ids and names only, because Temporal's history stores it. */
export interface UpgradePlan {
  /** Stacks to update; the role in the stack's own account makes the call. */
  readonly stacks: readonly UpgradeTarget[];
  /** The stack set of the member accounts; absent for standalone connections. */
  readonly stackSet?: { readonly name: string; readonly region: string; readonly delegated: boolean };
}

export interface UpgradeTarget {
  /** 12 digits. */
  readonly awsAccountNumber: string;
  readonly stackId: string | undefined;
}
