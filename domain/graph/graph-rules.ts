import type { CompositionRule, EdgeRule } from './edge-rule.ts';

/** The rules of one extraction. Tests use rules of their own. */
export interface GraphRules {
  readonly edgeRules: readonly EdgeRule[];
  readonly compositionRules: readonly CompositionRule[];
  /** Changes when a rule changes. The next run of each account is then a full one. */
  readonly version: string;
}
