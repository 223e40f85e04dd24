import {
  isExemptService,
  isRegionDenied,
  regionProbeServices,
  showsAllowedRegion,
} from '../../../domain/discovery/regions/organization-policies.ts';
import { globalRegion } from '../../../domain/values.ts';
import { blockRegion, findBlockedRegion, unblockRegion } from '../../../db/discovery/policy-block-store.ts';
import type { RegionOfAccount } from '../../../db/discovery/policy-block-store.ts';
import type { Database } from '../../../db/tenant.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import { outcomeOfProbe, probeService } from './probe-service.ts';

/** The guards of a worker process: one per account and region, which all tasks of the account and region share. */
export interface RegionGuards {
  /** Returns the guard of a region. At most 5,000 guards are kept. */
  of(organizationId: string, region: RegionOfAccount): RegionGuard;
}

/** Stops calls to a region that a policy of the customer's AWS organization denies as a whole. */
export interface RegionGuard {
  /** Reads the stored block of the region. If the block has expired, probes the region again. Logs a failed probe. */
  open(caller: AwsCaller, partition: string): Promise<void>;
  /** Returns the message with which AWS denies the region; `undefined` when the service may be called. */
  refusalOf(service: string): string | undefined;
  /**
   * Returns a caller of a service that throws {@link RegionBlocked} instead of calling a blocked region. When a policy of the
   * organization denies a call, it probes the region, and blocks the region if the probes are denied too.
   */
  guard(service: string, caller: AwsCaller, partition: string): AwsCaller;
}

/** The call was not made, because the region is blocked. Its code and message are those of a refusal by AWS. */
class RegionBlocked extends Error {
  override readonly name = 'AccessDenied';
  readonly $metadata = { httpStatusCode: 403 };
}

/** Time for which a region counts as allowed after a successful call. */
const allowedMs = 10 * 60_000;
const maximumGuards = 5_000;

/** Creates the guards of a process. Their blocks are stored in Postgres, so that all workers share them. */
export function createRegionGuards(database: Database, logger: Logger): RegionGuards {
  const guards = new Map<string, RegionGuard>();
  return {
    of(organizationId, region) {
      const key = [organizationId, region.accountId, region.region].join(' ');
      const known = guards.get(key) ?? createGuard(database, logger, organizationId, region);
      guards.delete(key);
      guards.set(key, known);
      const [oldest] = guards.keys();
      if (guards.size > maximumGuards && oldest !== undefined) guards.delete(oldest);
      return known;
    },
  };
}

function createGuard(
  database: Database,
  logger: Logger,
  organizationId: string,
  place: RegionOfAccount,
): RegionGuard {
  let refusal: string | undefined;
  let allowedUntil = 0;
  let checking: Promise<void> | undefined;

  const findBlock = () => database.withTenant(organizationId, (tenant) => findBlockedRegion(tenant, place));

  /** Probes the region and stores the result. */
  async function probe(caller: AwsCaller, partition: string): Promise<void> {
    const results = await mapConcurrently(regionProbeServices, regionProbeServices.length, async (service) =>
      probeService({ service, region: place.region, partition, clients: caller }),
    );
    const denied = isRegionDenied(results.map(outcomeOfProbe));
    const message = results.flatMap((result) =>
      !result.ok && result.failure.deniedByScp === true ? [result.failure.message] : [],
    )[0];
    refusal = denied ? (message ?? '') : undefined;
    if (refusal === undefined) allowedUntil = performance.now() + allowedMs;
    const stored = refusal;
    if (stored !== undefined)
      logger.info(
        { organization_id: organizationId, aws_account_id: place.accountId, region: place.region },
        'a policy of the organization denies a region; it is not called until the end of the day',
      );
    await database.withTenant(organizationId, (tenant) =>
      stored === undefined ? unblockRegion(tenant, place) : blockRegion(tenant, place, stored),
    );
  }

  /**
   * Probes the region unless its state is known. Concurrent calls share one check. An error is only logged: without a check,
   * each denied call blocks its own cell.
   */
  async function check(caller: AwsCaller, partition: string): Promise<void> {
    if (place.region === globalRegion || refusal !== undefined || performance.now() < allowedUntil) return;
    checking ??= (async () => {
      const stored = await findBlock();
      if (stored !== undefined && !stored.expired) refusal = stored.error;
      else await probe(caller, partition);
    })()
      .catch((error: unknown) =>
        logger.warn({ err: error, region: place.region }, 'failed to probe whether a region is denied'),
      )
      .finally(() => {
        checking = undefined;
      });
    await checking;
  }

  const refusalOf = (service: string): string | undefined => (isExemptService(service) ? undefined : refusal);

  return {
    async open(caller, partition) {
      if (place.region === globalRegion) return;
      const stored = await findBlock();
      refusal = stored === undefined || stored.expired ? undefined : stored.error;
      allowedUntil = 0;
      if (stored?.expired === true) await check(caller, partition);
    },
    refusalOf,
    guard: (service, caller, partition) => ({
      async call(request) {
        const message = refusalOf(service);
        if (message !== undefined) throw new RegionBlocked(message);
        try {
          const response = await caller.call(request);
          if (showsAllowedRegion(service, request.operation)) allowedUntil = performance.now() + allowedMs;
          return response;
        } catch (error) {
          if (classifyAwsError(error).deniedByScp === true) await check(caller, partition);
          throw error;
        }
      },
    }),
  };
}
