import type { Check } from '../../domain/connections/account-status.ts';
import { summarizeProbes } from '../../domain/connections/summarize-probes.ts';
import type { Probe } from '../../domain/connections/summarize-probes.ts';
import {
  globalServices,
  regionalServices,
  serviceCollectors,
} from '../../domain/discovery/resource-types.ts';
import { globalRegion } from '../../domain/values.ts';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';
import { probeService } from '../discovery/probe-service.ts';

export interface ProbedAccount {
  readonly checks: readonly Check[];
  readonly missingPermissions: readonly string[];
  /** `null` when the account does not let us ask. */
  readonly enabledRegions: readonly string[] | null;
}

const atOnce = 12;
const attempts = 4;
const longestPauseMs = 5_000;

/**
 * Asks which regions are enabled, then makes one cheap call per service and region. `chosen` narrows the regions;
 * empty means all that are enabled.
 */
export async function probeAccount(options: {
  readonly caller: AwsCaller;
  readonly partition: string;
  /** Where global services are called. */
  readonly region: string;
  readonly chosen: readonly string[];
  readonly signal?: AbortSignal;
  /** Told after every call. */
  readonly onProgress?: () => void;
}): Promise<ProbedAccount> {
  const asked = await enabledRegions(options);
  const known = 'regions' in asked ? asked.regions : options.chosen;
  const regions =
    options.chosen.length === 0 ? known : known.filter((region) => options.chosen.includes(region));
  const cells = [
    ...globalServices()
      .filter((service) => serviceCollectors(service)?.scope === 'global')
      .map((service) => ({ service, region: globalRegion })),
    ...regionalServices().flatMap((service) => regions.map((region) => ({ service, region }))),
  ];
  const probes = await mapConcurrently(cells, atOnce, async (cell) => {
    const probe = await tryService(cell, options);
    options.onProgress?.();
    return probe;
  });
  const { checks, missingPermissions } = summarizeProbes(
    'probe' in asked ? [asked.probe, ...probes] : probes,
  );
  return {
    checks: 'regions' in asked ? [regionsCheck(asked.regions), ...checks] : checks,
    missingPermissions,
    enabledRegions: 'regions' in asked ? asked.regions : null,
  };
}

function regionsCheck(regions: readonly string[]): Check {
  return { check: 'enabled_regions', ok: true, message: `${regions.length} enabled: ${regions.join(', ')}` };
}

async function enabledRegions(options: {
  readonly caller: AwsCaller;
  readonly region: string;
  readonly signal?: AbortSignal;
}): Promise<{ readonly regions: readonly string[] } | { readonly probe: Probe }> {
  try {
    const { Regions: regions = [] } = (await options.caller.call({
      client: 'ec2',
      region: options.region,
      operation: 'DescribeRegions',
      ...(options.signal ? { signal: options.signal } : {}),
    })) as { Regions?: readonly { readonly RegionName?: string }[] };
    return { regions: regions.flatMap(({ RegionName }) => RegionName ?? []).toSorted() };
  } catch (error) {
    const { outcome, deniedByScp, message } = classifyAwsError(error);
    if (outcome !== 'denied') throw error;
    return {
      probe: {
        service: 'ec2',
        region: options.region,
        outcome: deniedByScp === true ? 'denied_by_scp' : 'denied',
        missingActions: ['ec2:DescribeRegions'],
        message,
      },
    };
  }
}

/** Codes that say that the role went away, or its session: nothing of a permission. */
const sessionLost = /^(InvalidClientTokenId|UnrecognizedClient|ExpiredToken)/;

/**
 * A throttle delays, it says nothing of permissions.
 * @throws Error when the role's session is refused: the validation is to begin again.
 */
async function tryService(
  cell: { readonly service: string; readonly region: string },
  options: { readonly caller: AwsCaller; readonly partition: string; readonly signal?: AbortSignal },
): Promise<Probe> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await probeService({
      ...cell,
      partition: options.partition,
      clients: options.caller,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (result.ok) return { ...cell, outcome: 'allowed', missingActions: [], message: '' };
    const { failure, missingActions } = result;
    if (sessionLost.test(failure.code)) throw new Error(`The session of the role ended: ${failure.message}`);
    if (failure.retryable && attempt < attempts) {
      const pause = failure.retryAfterMs ?? 200 * 2 ** attempt * (0.5 + Math.random());
      await pauseFor(Math.min(pause, longestPauseMs), options.signal);
      continue;
    }
    const outcome = outcomeOf(failure);
    return {
      ...cell,
      outcome,
      missingActions: outcome === 'denied' ? missingActions : [],
      message: failure.message,
    };
  }
}

function outcomeOf(failure: {
  readonly outcome: string;
  readonly deniedByScp?: boolean;
  readonly notFound: boolean;
}): Probe['outcome'] {
  if (failure.outcome === 'denied') return failure.deniedByScp === true ? 'denied_by_scp' : 'denied';
  if (failure.outcome === 'unsupported') return 'unsupported';
  // The call was let through and found nothing.
  return failure.notFound ? 'allowed' : 'unknown';
}

async function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
  signal?.throwIfAborted();
}
