import { defined } from '../../domain/defined.ts';
import type { Check } from '../../domain/connections/account-status.ts';
import { summarizeProbes } from '../../domain/connections/summarize-probes.ts';
import { deniedRegions } from '../../domain/discovery/regions/organization-policies.ts';
import type { Probe } from '../../domain/connections/summarize-probes.ts';
import {
  globalServices,
  regionalServices,
  serviceCollectors,
} from '../../domain/discovery/declaration/resource-types.ts';
import { globalRegion } from '../../domain/values.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { retryAws } from '../../clients/aws/retry-aws.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import { listEnabledRegions } from './list-enabled-regions.ts';
import type { EnabledRegions } from './list-enabled-regions.ts';
import { outcomeOfProbe, probeService } from '../discovery/aws/probe-service.ts';

export interface ProbedAccount {
  readonly checks: readonly Check[];
  readonly missingPermissions: readonly string[];
  /** `undefined` when `ec2:DescribeRegions` is denied. */
  readonly enabledRegions: readonly string[] | undefined;
  /** Regions that a policy of the organization denies as a whole → message of AWS. */
  readonly deniedRegions: ReadonlyMap<string, string>;
}

const callsAtOnce = 12;

/**
 * Checks the permissions of a role: lists the enabled regions, then makes one cheap call per service and region. `chosen`
 * restricts the regions; empty means all enabled regions.
 */
export async function probeAccount(options: {
  readonly caller: AwsCaller;
  readonly partition: string;
  /** Region of calls to global services. */
  readonly region: string;
  readonly chosen: readonly string[];
  readonly signal?: AbortSignal;
  /** Called after every call. */
  readonly onProgress?: () => void;
}): Promise<ProbedAccount> {
  const enabled = await listEnabledRegions(options);
  const known = 'regions' in enabled ? enabled.regions : options.chosen;
  const regions =
    options.chosen.length === 0 ? known : known.filter((region) => options.chosen.includes(region));
  const cells = [
    ...globalServices()
      .filter((service) => serviceCollectors(service)?.scope === 'global')
      .map((service) => ({ service, region: globalRegion })),
    ...regionalServices().flatMap((service) => regions.map((region) => ({ service, region }))),
  ];
  const probes = await mapConcurrently(cells, callsAtOnce, async (cell) => {
    const probe = await probeWithRetries(cell, options);
    options.onProgress?.();
    return probe;
  });
  const denied = deniedRegions(probes);
  // In a denied region a change of the role does not help, even if a service omits the type of the policy in its message.
  const explained = probes.map((probe): Probe =>
    probe.outcome === 'denied' && denied.has(probe.region)
      ? { ...probe, outcome: 'denied_by_scp', missingActions: [] }
      : probe,
  );
  const { checks, missingPermissions } = summarizeProbes(
    'probe' in enabled ? [enabled.probe, ...explained] : explained,
  );
  return {
    checks: 'probe' in enabled ? checks : [regionsCheck(enabled), ...checks],
    missingPermissions,
    enabledRegions: 'regions' in enabled ? enabled.regions : undefined,
    deniedRegions: denied,
  };
}

/** Unlike the denial of a service, that of the list of regions is a failure: without it, no region can be scanned. */
function regionsCheck(enabled: EnabledRegions): Check {
  const check = 'enabled_regions';
  if ('deniedByScp' in enabled)
    return { check, ok: false, message: `denied by a service control policy: ${enabled.deniedByScp}` };
  const { regions } = enabled;
  return { check, ok: true, message: `${regions.length} enabled: ${regions.join(', ')}` };
}

/** Error codes of a deleted role or an expired session. They are no evidence about permissions. */
const sessionLost = /^(InvalidClientTokenId|UnrecognizedClient|ExpiredToken)/;

/**
 * Probes a service in a region. Retries throttled calls, because they are no evidence about permissions.
 * @throws Error when AWS rejects the session of the role; the caller has to restart the validation.
 */
async function probeWithRetries(
  cell: { readonly service: string; readonly region: string },
  options: { readonly caller: AwsCaller; readonly partition: string; readonly signal?: AbortSignal },
): Promise<Probe> {
  const { caller, partition, signal } = options;
  const result = await probeService({
    ...cell,
    partition,
    clients: {
      call: (request) =>
        retryAws(() => caller.call(request), { attempts: 4, maximumRetryAfterMs: 5_000, signal }),
    },
    ...defined({ signal }),
  });
  if (result.ok) return { ...cell, outcome: 'allowed', missingActions: [], message: '' };
  const { failure, missingActions } = result;
  if (sessionLost.test(failure.code)) throw new Error(`The session of the role ended: ${failure.message}`);
  const outcome = outcomeOfProbe(result);
  return {
    ...cell,
    outcome,
    missingActions: outcome === 'denied' ? missingActions : [],
    message: failure.message,
  };
}
