import { isGranted } from '../../../domain/connections/cloud-control-access.ts';
import {
  cloudControlType,
  parentsFirst,
} from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { notPermittedCode, notPermittedText } from '../../../domain/discovery/tasks/not-permitted.ts';
import type { CollectionEvent } from '../../../domain/discovery/observation/observed-resource.ts';
import type { CellOutcome } from '../../../domain/values.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import {
  classifyAwsError,
  deniedAction,
  isDeniedByOrganization,
} from '../../../clients/aws/classify-aws-error.ts';
import type { CollectionOptions } from './collection-options.ts';
import { outcomeOf } from './describe-resource.ts';
import { createDetailCircuitBreaker } from './detail-circuit-breaker.ts';
import { limitedCaller } from '../aws/limited-caller.ts';
import { listDescriptions } from './list-descriptions.ts';
import type { ListedPage } from './list-descriptions.ts';
import { InputUnknown, listModelsOf, ParentUnknown } from './list-models.ts';
import type { KnownResources, ListModel } from './list-models.ts';

/** Options of {@link collectCloudControl}. */
export interface CollectCloudControlOptions extends CollectionOptions {
  /** Types read through Cloud Control; the outcome of an unknown type is `unsupported`. */
  readonly resourceTypes: readonly string[];
  /** Returns the resources of a parent type from the inventory. */
  readonly parents: (resourceType: string) => Promise<KnownResources>;
  /** Types that are not read, because a policy of the customer's AWS organization has denied them today. */
  readonly blocked?: readonly { readonly resourceType: string }[];
  /** Permission groups of the role; `null` when the permissions of the role are unknown. */
  readonly cloudControlGroups: readonly string[] | null;
}

const callsAtOnce = 8;

/**
 * Reads types through Cloud Control, one after the other. Yields the pages of each type, then its `cell`. An error
 * affects only the cell of its type and those of its child types, which are complete only if all parents are known. After a
 * failed item, parent or input value the other ones are read; the cell is then not complete, so that no resource is deleted.
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
  const failed = new Map<string, FailedOutcome>(
    options.blocked?.map(({ resourceType }) => [resourceType, 'blocked_by_scp']),
  );
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
      const { models, unknown } = await listModelsOf(type, { ...options, parents });
      const resources: KnownResources['resources'][number][] = [];
      for await (const page of listWithModels(type, models, caller, options)) {
        resources.push(...page.known);
        if (page.resources.length === 0) continue;
        resources.push(
          ...page.resources.map(({ nativeId, arn, name: text }) => ({ nativeId, arn, name: text })),
        );
        yield { kind: 'page', resources: page.resources };
      }
      if (unknown !== undefined) throw unknown;
      listed.set(name, { complete: true, resources });
      yield { kind: 'cell', resourceType: name, outcome: 'complete' };
    } catch (error) {
      options.signal.throwIfAborted();
      const { outcome, code, message } = readFailure(error, options.cloudControlGroups ?? []);
      failed.set(name, outcome);
      if (outcome === 'error') options.report?.(name, error);
      const partial = error instanceof ListIncomplete && error.partial ? { partial: true } : {};
      yield { kind: 'cell', resourceType: name, outcome, errorCode: code, error: message, ...partial };
    }
  }
}

type FailedOutcome = Exclude<CellOutcome, 'complete'>;

/** Outcome of the last failed list → failed lists in a row after which the remaining models of a type are skipped. */
const maximumFailuresInRow: Readonly<Partial<Record<FailedOutcome, number>>> = {
  throttled: 1,
  denied: 5,
  unsupported: 5,
};
const maximumOtherFailuresInRow = 20;

/**
 * Lists a type with each of its models. A failed list or item does not end the others.
 * @throws ListIncomplete after the last list when a list or an item has failed.
 */
async function* listWithModels(
  type: CloudControlType,
  models: readonly ListModel[],
  caller: AwsCaller,
  options: CollectionOptions,
): AsyncGenerator<ListedPage> {
  const breaker = createDetailCircuitBreaker((error) => outcomeOf(error));
  const failedItems: unknown[] = [];
  const onFailedItem = (error: unknown) => failedItems.push(error);
  const failedLists: unknown[] = [];
  let succeeded = 0;
  let inRow = 0;
  for (const model of models) {
    try {
      const list = { type, model, caller, options, breaker, callsAtOnce, onFailedItem };
      yield* listDescriptions(list);
      succeeded += 1;
      inRow = 0;
    } catch (error) {
      options.signal.throwIfAborted();
      failedLists.push(error);
      inRow += 1;
      if (inRow >= (maximumFailuresInRow[outcomeOf(error)] ?? maximumOtherFailuresInRow)) break;
    }
  }
  const [cause = failedItems[0]] = failedLists;
  if (cause === undefined) return;
  const lists =
    models.length > 1 && failedLists.length > 0
      ? `${models.length - succeeded} of ${models.length} lists`
      : '';
  const items = failedItems.length > 0 ? `${failedItems.length} items` : '';
  const failures = [lists, items].filter((text) => text !== '').join(' and ');
  throw new ListIncomplete(cause, { failures, partial: succeeded > 0 });
}

/** Some lists or items of a type failed. `cause` is the first error. */
class ListIncomplete extends Error {
  override readonly name = 'ListIncomplete';
  readonly failures: string;
  /** Whether a list of the type succeeded, so that the type is supported. */
  readonly partial: boolean;

  constructor(
    cause: unknown,
    { failures, partial }: { readonly failures: string; readonly partial: boolean },
  ) {
    super(classifyAwsError(cause).message, { cause });
    this.failures = failures;
    this.partial = partial;
  }
}

interface Failure {
  readonly outcome: FailedOutcome;
  readonly code: string;
  readonly message: string;
}

/**
 * Returns the outcome of a failed cell: `not_permitted` for a denial of an action that the template does not grant. This
 * occurs if the permissions of the role are unknown, or if a handler needs an action that no role gets.
 */
function readFailure(error: unknown, groups: readonly string[]): Failure {
  const failure = readError(error);
  const isPartial = error instanceof ListIncomplete && error.partial;
  const action = failure.outcome === 'denied' && !isPartial ? deniedAction(failure.message) : undefined;
  // A denial of sts:AssumeRole says that the role is gone.
  if (action === undefined || action === 'sts:AssumeRole' || isGranted(action, groups)) return failure;
  return { outcome: 'not_permitted', code: notPermittedCode, message: notPermittedText(action) };
}

function readError(error: unknown): Failure {
  if (error instanceof ListIncomplete) {
    const { outcome, code, message } = readError(error.cause);
    return {
      outcome: outcome === 'unsupported' && error.partial ? 'error' : outcome,
      code,
      message: error.failures === '' ? message : `${error.failures} failed: ${message}`,
    };
  }
  const { code, message } = classifyAwsError(error);
  if (error instanceof ParentUnknown) return { code, message, outcome: error.outcome };
  if (error instanceof InputUnknown) return { code, message, outcome: 'unsupported' };
  const outcome = outcomeOf(error);
  const isBlocked = outcome === 'denied' && isDeniedByOrganization(message);
  return { code, message, outcome: isBlocked ? 'blocked_by_scp' : outcome };
}
