import { byCodeUnit } from '../json/canonical.ts';
import type { Check } from './account-status.ts';

/** Result of one probe call of a service in a region. */
export interface Probe {
  readonly service: string;
  /** A region, or `global`. */
  readonly region: string;
  readonly outcome: 'allowed' | 'denied' | 'denied_by_scp' | 'unsupported' | 'unknown';
  /** IAM actions that the denied call requires. */
  readonly missingActions: readonly string[];
  /** Error message from AWS; empty when there was none. */
  readonly message: string;
}

const outcomes: Readonly<
  Record<
    Probe['outcome'],
    { readonly ok: boolean; readonly describe: (probe: Probe, regions: string) => string }
  >
> = {
  allowed: { ok: true, describe: (_probe, regions) => `allowed in ${regions}` },
  unsupported: { ok: true, describe: (_probe, regions) => `not available in ${regions}` },
  denied: {
    ok: false,
    describe: ({ missingActions, message }, regions) =>
      `the role lacks ${missingActions.join(', ')} in ${regions}: ${message}`,
  },
  // The customer's own policy forbids the service: no change of the role or the account is required.
  denied_by_scp: {
    ok: true,
    describe: ({ message }, regions) => `denied by a service control policy in ${regions}: ${message}`,
  },
  unknown: { ok: false, describe: ({ message }, regions) => `probe failed in ${regions}: ${message}` },
};

/**
 * Groups probes into one check per service and outcome, with the regions in the message. Checks are sorted by service;
 * within a service, failed checks come first. Regions are sorted. `missingPermissions` holds the IAM actions of all
 * denied probes, sorted and without duplicates.
 */
export function summarizeProbes(probes: readonly Probe[]): {
  readonly checks: readonly Check[];
  readonly missingPermissions: readonly string[];
} {
  const groups = Map.groupBy(
    probes,
    ({ service, outcome }) => `${service} ${outcomes[outcome].ok ? 1 : 0} ${outcome}`,
  );
  const checks = [...groups]
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const { ok, describe } = outcomes[first.outcome];
      return [{ check: `probe:${first.service}`, ok, message: describe(first, regionsOf(group)) }];
    });
  const missing = probes
    .filter(({ outcome }) => outcome === 'denied')
    .flatMap(({ missingActions }) => missingActions);
  return { checks, missingPermissions: [...new Set(missing)].toSorted() };
}

function regionsOf(group: readonly Probe[]): string {
  return group
    .map(({ region }) => region)
    .toSorted()
    .join(', ');
}
