import { defined } from '../../defined.ts';
import type { UnreadableReason } from '../../values.ts';

/** A part of a resource that the current scan could not read. The part keeps its earlier value. */
export interface UnreadablePart {
  /**
   * `tags`, a key of the configuration (`Policy`), or the operation whose response is merged into the configuration
   * (`DescribeKey`).
   */
  readonly part: string;
  /** `tags`: the tags. `key`: the key `part` of the configuration. `rest`: all keys that no other call returns. */
  readonly scope: 'tags' | 'key' | 'rest';
  readonly reason: UnreadableReason;
  /** IAM action of a denied call. */
  readonly action?: string | undefined;
  /** For the scope `rest`: keys that other detail calls have read. */
  readonly except?: readonly string[] | undefined;
}

/**
 * An unreadable part as it is stored. `neverRead`: no scan has read it yet, so it has no earlier value. `readUnder`: its value is
 * that of a release with this earlier rule set.
 */
export type StoredUnreadablePart = Omit<UnreadablePart, 'except'> & {
  readonly neverRead?: boolean;
  readonly readUnder?: number;
};

/**
 * Returns the parts to store, or `undefined` when every part was read.
 *
 * @param stored `undefined` for a new resource
 * @param earlierRuleSet rule set of the stored row, if it is older than the current one
 */
export function unreadableToStore(
  observed: readonly UnreadablePart[],
  stored: readonly StoredUnreadablePart[] | undefined,
  earlierRuleSet?: number,
): readonly StoredUnreadablePart[] | undefined {
  if (observed.length === 0) return undefined;
  return observed.map(({ part, scope, reason, action }) => {
    const known = stored?.find((one) => one.part === part);
    if (stored === undefined || known?.neverRead === true)
      return { part, scope, reason, ...defined({ action }), neverRead: true };
    const readUnder = known?.readUnder ?? earlierRuleSet;
    return { part, scope, reason, ...defined({ action, readUnder }) };
  });
}
