import { callRegion } from '../../domain/discovery/aws-partition.ts';
import { cloudControlType, parentsFirst } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { CloudControlType } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import { inputSource } from '../../domain/discovery/cloud-control/parent-inputs.ts';
import type { InputSource } from '../../domain/discovery/cloud-control/parent-inputs.ts';
import type { CollectionEvent, ObservedResource } from '../../domain/discovery/observed-resource.ts';
import type { CellOutcome } from '../../domain/values.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError, isDeniedByOrganization } from '../../clients/aws/classify-aws-error.ts';
import type { CollectionOptions } from './collection-options.ts';
import { createDetailTallies } from './detail-tallies.ts';
import type { DetailTallies } from './detail-tallies.ts';
import { describeResource, outcomeOf, resourceNotFound } from './describe-resource.ts';
import type { Description } from './describe-resource.ts';
import { limitedCaller } from './limited-caller.ts';
import { documentObserver } from './observe-document.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

/** Active resources of a type in an account and region. */
export interface KnownResources {
  /** Whether the running scan has listed all of them. */
  readonly complete: boolean;
  /** Outcome of the type in the running scan. */
  readonly outcome?: CellOutcome | undefined;
  readonly resources: readonly {
    readonly nativeId: string;
    readonly arn: string | null;
    readonly name: string | null;
  }[];
}

export interface CollectCloudControlOptions extends CollectionOptions {
  /** Types read through Cloud Control; the outcome of an unknown type is `unsupported`. */
  readonly resourceTypes: readonly string[];
  /** Returns the resources of a parent type from the inventory. */
  readonly parents: (resourceType: string) => Promise<KnownResources>;
}

const callsAtOnce = 8;

/**
 * Reads types through Cloud Control, one after the other. Yields the pages of each type, then its `cell`. An error
 * affects only the cell of its type and those of its child types, which are complete only if all parents are known.
 */
export async function* collectCloudControl(
  options: CollectCloudControlOptions,
): AsyncGenerator<CollectionEvent> {
  const caller = limitedCaller({
    caller: options.clients,
    limiter: options.limiter,
    signal: options.signal,
    concurrency: callsAtOnce,
    throttleTimeoutMs: options.throttleTimeoutMs ?? 60_000,
  });
  const listed = new Map<string, KnownResources>();
  const failed = new Map<string, Exclude<CellOutcome, 'complete'>>();
  const parents = async (name: string) => {
    const outcome = failed.get(name);
    if (outcome !== undefined) throw new ParentUnknown(`${name} could not be listed.`, outcome);
    return listed.get(name) ?? options.parents(name);
  };
  for (const name of parentsFirst(options.resourceTypes)) {
    const type = cloudControlType(name);
    if (type === undefined) {
      yield {
        kind: 'cell',
        resourceType: name,
        outcome: 'unsupported',
        errorCode: 'UnknownType',
        error: 'No collector reads this type.',
      };
      continue;
    }
    try {
      const { models, unknown } = await modelsOf(type, { ...options, parents });
      const tallies = createDetailTallies();
      const resources: KnownResources['resources'][number][] = [];
      for (const model of models) {
        for await (const event of listModel(type, model, caller, options, tallies)) {
          for (const { nativeId, arn, name: resourceName } of event.resources)
            resources.push({ nativeId, arn, name: resourceName });
          yield event;
        }
      }
      if (unknown !== undefined) throw unknown;
      listed.set(name, { complete: true, resources });
      yield { kind: 'cell', resourceType: name, outcome: 'complete' };
    } catch (error) {
      options.signal.throwIfAborted();
      const { outcome, code, message } = readError(error);
      failed.set(name, outcome);
      if (outcome === 'error') options.report?.(name, error);
      yield { kind: 'cell', resourceType: name, outcome, errorCode: code, error: message };
    }
  }
}

/** The required inputs of a list call. `parents`: whether resources of a parent type provided a value. */
interface Model {
  readonly values: Readonly<Record<string, string>>;
  readonly parents: boolean;
}

class InputUnknown extends Error {
  override readonly name = 'InputUnknown';
}

/** The children cannot be listed, because their parents could not be listed. */
class ParentUnknown extends Error {
  override readonly name = 'ParentUnknown';
  readonly outcome: Exclude<CellOutcome, 'complete'>;

  constructor(message: string, outcome: Exclude<CellOutcome, 'complete'> = 'error') {
    super(message);
    this.outcome = outcome;
  }
}

interface Models {
  readonly models: readonly Model[];
  /** Set when a parent lacks the value of an input, so that its children cannot be listed. */
  readonly unknown?: ParentUnknown | undefined;
}

/** Returns the resource models to list with: one empty model, or one per combination of required inputs. */
async function modelsOf(type: CloudControlType, options: CollectCloudControlOptions): Promise<Models> {
  let models: readonly Model[] = [{ values: {}, parents: false }];
  let unknown: ParentUnknown | undefined;
  for (const input of type.requiredInputs) {
    const source = inputSource(type.resourceType, input);
    if (source === undefined) throw new InputUnknown(`No source provides the required input ${input}.`);
    const values = await valuesOf(source, options);
    const known = values.filter((value) => value !== null);
    if (known.length < values.length)
      unknown ??= new ParentUnknown(`A parent has no value for the required input ${input}.`);
    models = models.flatMap((model) =>
      known.map((value) => ({
        values: { ...model.values, [input]: value },
        parents: model.parents || 'parent' in source,
      })),
    );
  }
  return { models, unknown };
}

async function valuesOf(
  source: InputSource,
  options: CollectCloudControlOptions,
): Promise<readonly (string | null)[]> {
  if ('account' in source) return [options.awsAccountNumber];
  return 'constants' in source ? source.constants : parentValues(source.parent, options);
}

async function parentValues(
  { parentType, value }: { parentType: string; value: 'nativeId' | 'arn' | 'name' },
  { parents }: CollectCloudControlOptions,
): Promise<readonly (string | null)[]> {
  const known = await parents(parentType);
  if (!known.complete) {
    const message = `This scan did not list every ${parentType}.`;
    throw new ParentUnknown(message, known.outcome === 'blocked_by_scp' ? known.outcome : 'error');
  }
  return known.resources.map((resource) => resource[value]);
}

async function* listModel(
  type: CloudControlType,
  model: Model,
  caller: AwsCaller,
  options: CollectCloudControlOptions,
  tallies: DetailTallies,
): AsyncGenerator<Extract<CollectionEvent, { readonly kind: 'page' }>> {
  const region = callRegion(options.region, options.partition);
  const { hmacKey, runDocument } = options;
  const observe = documentObserver(runDocument);
  const input = {
    TypeName: type.resourceType,
    ...(Object.keys(model.values).length === 0 ? {} : { ResourceModel: JSON.stringify(model.values) }),
  };
  let token: string | undefined;
  do {
    const page = await list(
      caller,
      region,
      { ...input, ...(token === undefined ? {} : { NextToken: token }) },
      model.parents && token === undefined,
    );
    const complete = (description: Description) =>
      describeResource(type, description, caller, region, tallies);
    const described = await mapConcurrently(page.ResourceDescriptions ?? [], callsAtOnce, complete);
    const unique = new Map<string, ObservedResource>();
    for (const found of described) {
      if (found === undefined) continue;
      const { identifier, properties: raw, unreadable } = found;
      const { resourceType } = type;
      const observed = await observe({ kind: 'description', resourceType, identifier, raw, hmacKey });
      if (observed === null) continue;
      unique.set(observed.nativeId, unreadable.length === 0 ? observed : { ...observed, unreadable });
    }
    if (unique.size > 0) yield { kind: 'page', resources: [...unique.values()] };
    token = page.NextToken === undefined || page.NextToken === '' ? undefined : page.NextToken;
  } while (token !== undefined);
}

interface ListResponse {
  readonly ResourceDescriptions?: readonly Description[];
  readonly NextToken?: string;
}

/**
 * Lists a page of resources. With `parentMayBeDeleted`, returns an empty page when AWS reports that the parent does not
 * exist. Other codes, and this code on a later page, do not prove that no child exists.
 */
async function list(
  caller: AwsCaller,
  region: string,
  input: object,
  parentMayBeDeleted: boolean,
): Promise<ListResponse> {
  try {
    return await caller.call({ client: 'cloudcontrol', region, operation: 'ListResources', input });
  } catch (error) {
    if (parentMayBeDeleted && classifyAwsError(error).code === resourceNotFound) return {};
    throw error;
  }
}

function readError(error: unknown): {
  outcome: Exclude<CellOutcome, 'complete'>;
  code: string;
  message: string;
} {
  const { code, message } = classifyAwsError(error);
  if (error instanceof ParentUnknown) return { code, message, outcome: error.outcome };
  if (error instanceof InputUnknown) return { code, message, outcome: 'unsupported' };
  const outcome = outcomeOf(error);
  const isBlocked = outcome === 'denied' && isDeniedByOrganization(message);
  return { code, message, outcome: isBlocked ? 'blocked_by_scp' : outcome };
}
