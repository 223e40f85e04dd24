import { defined } from '../../../domain/defined.ts';
import type { Probe } from '../../../domain/connections/summarize-probes.ts';
import { serviceCallRegion } from '../../../domain/discovery/regions/aws-partition.ts';
import { AbsentService } from './absent-service.ts';
import { actionsOfCall, serviceCollectors } from '../../../domain/discovery/declaration/resource-types.ts';
import { globalRegion } from '../../../domain/values.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import type { AwsErrorClass } from '../../../clients/aws/classify-aws-error.ts';

/** The result of a probe. */
export type ProbeResult =
  | { readonly ok: true }
  /** `missingActions`: IAM actions of the denied call; empty when it failed for another reason. */
  | { readonly ok: false; readonly missingActions: readonly string[]; readonly failure: AwsErrorClass };

/** Returns whether the role may use the service, from the result of a probe. */
export function outcomeOfProbe(result: ProbeResult): Probe['outcome'] {
  if (result.ok) return 'allowed';
  const { outcome, deniedByScp, notFound } = result.failure;
  if (outcome === 'denied') return deniedByScp === true ? 'denied_by_scp' : 'denied';
  if (outcome === 'unsupported') return 'unsupported';
  // AWS authorized the call, but the requested resource does not exist.
  return notFound ? 'allowed' : 'unknown';
}

/**
 * Makes one cheap call to check whether the role may use a service in a region (or `global`).
 * @throws TypeError for a service without collectors; the signal's reason when it aborts.
 */
export async function probeService(options: {
  readonly service: string;
  readonly region: string;
  readonly partition: string;
  readonly clients: AwsCaller;
  readonly signal?: AbortSignal;
}): Promise<ProbeResult> {
  const service = serviceCollectors(options.service);
  if (service === undefined) throw new TypeError(`No collector for service ${options.service}`);
  const { client, operation, input } = service.probe;
  const scanned = service.scope === 'global' ? globalRegion : options.region;
  const region = serviceCallRegion(service, scanned, options.partition);
  try {
    if (region === undefined) throw new AbsentService(service.service, options.partition);
    await options.clients.call({
      client: client ?? service.client,
      region,
      operation,
      ...defined({ input, signal: options.signal }),
    });
    return { ok: true };
  } catch (error) {
    options.signal?.throwIfAborted();
    const failure = classifyAwsError(error);
    const denied = failure.outcome === 'denied';
    const missing = failure.missingAction ? [failure.missingAction] : actionsOfCall(service, operation);
    return { ok: false, missingActions: denied ? missing : [], failure };
  }
}
