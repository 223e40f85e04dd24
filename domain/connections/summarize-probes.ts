import type { Check } from './account-status.ts';

/** How one cheap call of a service went in a region. */
export interface Probe {
  readonly service: string;
  /** A region, or `global`. */
  readonly region: string;
  readonly outcome: 'allowed' | 'denied' | 'denied_by_scp' | 'unsupported' | 'unknown';
  /** What the denied call needs. */
  readonly missingActions: readonly string[];
  /** AWS's own words, where there are any. */
  readonly message: string;
}

const outcomes: Readonly<
  Record<Probe['outcome'], { readonly ok: boolean; readonly say: (probe: Probe, where: string) => string }>
> = {
  allowed: { ok: true, say: (_probe, where) => `allowed in ${where}` },
  unsupported: { ok: true, say: (_probe, where) => `not available in ${where}` },
  denied: {
    ok: false,
    say: ({ missingActions, message }, where) =>
      `the role lacks ${missingActions.join(', ')} in ${where}: ${message}`,
  },
  denied_by_scp: {
    ok: false,
    say: ({ message }, where) => `denied by a service control policy in ${where}: ${message}`,
  },
  unknown: { ok: false, say: ({ message }, where) => `could not be tried in ${where}: ${message}` },
};

/**
 * One row per service and outcome, with the regions in its words, so that five thousand accounts in thirty regions stay
 * readable. Services and regions in code unit order; what fails comes before what works.
 */
export function summarizeProbes(probes: readonly Probe[]): {
  readonly checks: readonly Check[];
  readonly missingPermissions: readonly string[];
} {
  const groups = new Map<string, Probe[]>();
  for (const probe of probes) {
    const key = `${probe.service} ${outcomes[probe.outcome].ok ? 1 : 0} ${probe.outcome}`;
    groups.set(key, [...(groups.get(key) ?? []), probe]);
  }
  const checks = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const { ok, say } = outcomes[first.outcome];
      return [{ check: `probe:${first.service}`, ok, message: say(first, placesOf(group)) }];
    });
  const missing = probes
    .filter(({ outcome }) => outcome === 'denied')
    .flatMap(({ missingActions }) => missingActions);
  return { checks, missingPermissions: [...new Set(missing)].toSorted() };
}

function placesOf(group: readonly Probe[]): string {
  return group
    .map(({ region }) => region)
    .toSorted()
    .join(', ');
}
