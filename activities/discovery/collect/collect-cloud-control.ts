import {
  cloudControlType,
  parentsFirst,
} from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type {
  ParentResource,
  ParentResources,
} from '../../../domain/discovery/cloud-control/parent-inputs.ts';
import type { CollectionEvent } from '../../../domain/discovery/observation/observed-resource.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { limitedCaller } from '../aws/limited-caller.ts';
import { cloudControlFailureOf, ListIncomplete, ParentUnknown } from './cloud-control-failure.ts';
import type { FailedOutcome } from './cloud-control-failure.ts';
import type { CollectionOptions } from './collection-options.ts';
import { outcomeOf } from './describe-resource.ts';
import { DetailCircuitBreaker } from './detail-circuit-breaker.ts';
import { DescriptionList } from './description-list.ts';
import type { ListedPage } from './description-list.ts';
import { listModelsOf } from './list-models.ts';
import type { ListModel } from './list-models.ts';

/** Options of {@link collectCloudControl}. */
export interface CollectCloudControlOptions extends CollectionOptions {
  /** Types read through Cloud Control; the outcome of an unknown type is `unsupported`. */
  readonly resourceTypes: readonly string[];
  /** Returns the resources of a parent type from the inventory. */
  readonly parents: (resourceType: string) => Promise<ParentResources>;
  /** Types that are not read, because a policy of the customer's AWS organization has denied them today. */
  readonly blocked?: readonly { readonly resourceType: string }[];
  /** Permission groups of the role; `undefined` when the permissions of the role are unknown. */
  readonly cloudControlGroups: readonly string[] | undefined;
}

/**
 * Reads types through Cloud Control, one after the other. Yields the pages of each type, then its `cell`. An error
 * affects only the cell of its type and those of its child types, which are complete only if all parents are known. After a
 * failed item, parent or input value the other ones are read; the cell is then not complete, so that no resource is deleted.
 */
export async function* collectCloudControl(
  options: CollectCloudControlOptions,
): AsyncGenerator<CollectionEvent> {
  yield* new CloudControlScan(options).run();
}

const callsAtOnce = 8;

/** Outcome of the last failed list → failed lists in a row after which the remaining models of a type are skipped. */
const maximumFailuresInRow: Readonly<Partial<Record<FailedOutcome, number>>> = {
  throttled: 1,
  denied: 5,
  unsupported: 5,
};
const maximumOtherFailuresInRow = 20;

/** Reads types in one account and region, once. */
class CloudControlScan {
  readonly #options: CollectCloudControlOptions;
  readonly #caller: AwsCaller;
  /** The resources of the types that were listed to their end. */
  readonly #listed = new Map<string, readonly ParentResource[]>();
  readonly #failed: Map<string, FailedOutcome>;

  constructor(options: CollectCloudControlOptions) {
    this.#options = options;
    this.#caller = limitedCaller({
      caller: options.clients,
      limiter: options.limiter,
      signal: options.signal,
      concurrency: callsAtOnce,
      throttleTimeoutMs: options.throttleTimeoutMs ?? 60_000,
    });
    this.#failed = new Map(options.blocked?.map(({ resourceType }) => [resourceType, 'blocked_by_scp']));
  }

  async *run(): AsyncGenerator<CollectionEvent> {
    for (const resourceType of parentsFirst(this.#options.resourceTypes)) {
      const type = cloudControlType(resourceType);
      if (type === undefined) {
        const error = 'No collector reads this type.';
        yield { kind: 'cell', resourceType, outcome: 'unsupported', errorCode: 'UnknownType', error };
      } else yield* this.#collectType(type);
    }
  }

  async *#collectType(type: CloudControlType): AsyncGenerator<CollectionEvent> {
    const { awsAccountNumber, cloudControlGroups, report, signal } = this.#options;
    const { resourceType } = type;
    try {
      const sources = { awsAccountNumber, parents: (name: string) => this.#parentsOf(name) };
      const { models, unknown } = await listModelsOf(type, sources);
      const listed: ParentResource[] = [];
      for await (const { alreadyRead, resources } of this.#listWithModels(type, models)) {
        listed.push(...alreadyRead);
        listed.push(...resources.map(({ nativeId, arn, name }) => ({ nativeId, arn, name })));
        if (resources.length > 0) yield { kind: 'page', resources };
      }
      if (unknown !== undefined) throw unknown;
      this.#listed.set(resourceType, listed);
      yield { kind: 'cell', resourceType, outcome: 'complete' };
    } catch (error) {
      signal.throwIfAborted();
      const { outcome, code, message, partial } = cloudControlFailureOf(error, cloudControlGroups ?? []);
      this.#failed.set(resourceType, outcome);
      if (outcome === 'error') report?.(resourceType, error);
      const cell = { kind: 'cell', resourceType, outcome, errorCode: code, error: message } as const;
      yield partial ? { ...cell, partial } : cell;
    }
  }

  /** Returns the resources of a parent type that this scan has listed, or else those of the inventory. */
  async #parentsOf(resourceType: string): Promise<ParentResources> {
    const outcome = this.#failed.get(resourceType);
    if (outcome !== undefined) throw new ParentUnknown(`${resourceType} could not be listed.`, outcome);
    const resources = this.#listed.get(resourceType);
    return resources === undefined ? this.#options.parents(resourceType) : { complete: true, resources };
  }

  /**
   * Lists a type with each of its models. A failed list or item does not end the others.
   * @throws ListIncomplete after the last list when a list or an item has failed.
   */
  async *#listWithModels(type: CloudControlType, models: readonly ListModel[]): AsyncGenerator<ListedPage> {
    const failedItems: unknown[] = [];
    const failedLists: unknown[] = [];
    const context = {
      caller: this.#caller,
      options: this.#options,
      breaker: new DetailCircuitBreaker(outcomeOf),
      callsAtOnce,
      onFailedItem: (error: unknown) => failedItems.push(error),
    };
    let succeeded = 0;
    let failuresInRow = 0;
    for (const model of models) {
      try {
        yield* new DescriptionList(type, model, context).read();
        succeeded += 1;
        failuresInRow = 0;
      } catch (error) {
        this.#options.signal.throwIfAborted();
        failedLists.push(error);
        failuresInRow += 1;
        if (failuresInRow >= (maximumFailuresInRow[outcomeOf(error)] ?? maximumOtherFailuresInRow)) break;
      }
    }
    const [cause = failedItems[0]] = failedLists;
    if (cause === undefined) return;
    const failures = [
      ...(models.length > 1 && failedLists.length > 0
        ? [`${models.length - succeeded} of ${models.length} lists`]
        : []),
      ...(failedItems.length > 0 ? [`${failedItems.length} items`] : []),
    ];
    throw new ListIncomplete(cause, { failures: failures.join(' and '), partial: succeeded > 0 });
  }
}
