import { callRegion } from '../../../domain/discovery/regions/aws-partition.ts';
import { isArnOfService } from '../../../domain/discovery/cloud-control/types-hinted-by.ts';
import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { homeOf } from '../../../domain/discovery/declaration/home.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import type { CollectionOptions } from './collection-options.ts';
import { describeResource, resourceNotFound } from './describe-resource.ts';
import type { Description } from './describe-resource.ts';
import type { DetailCircuitBreaker } from './detail-circuit-breaker.ts';
import type { KnownResources, ListModel } from './list-models.ts';
import { documentObserver } from './observe-document.ts';
import { pageTokenCheck } from '../aws/page-tokens.ts';
import { storableNativeId } from './storable-identity.ts';

/** One list of a type through Cloud Control. */
export interface DescriptionList {
  readonly type: CloudControlType;
  readonly model: ListModel;
  readonly caller: AwsCaller;
  readonly options: CollectionOptions;
  readonly breaker: DetailCircuitBreaker;
  readonly callsAtOnce: number;
  /** Called for an item that cannot be stored. The list then does not prove that a resource was deleted. */
  readonly onFailedItem: (error: unknown) => void;
}

/** The resources of a page that were read, and those that need not be read again. */
export interface ListedPage {
  readonly known: KnownResources['resources'];
  readonly resources: readonly ObservedResource[];
}

/**
 * Lists the resources of a type with one resource model. Yields each page with the properties of its resources. An item
 * that fails does not end the list.
 * @throws the SDK's error when a page cannot be listed.
 */
export async function* listDescriptions(list: DescriptionList): AsyncGenerator<ListedPage> {
  const { type, model, caller, options } = list;
  const region = callRegion(options.region, options.partition);
  const scope = { account: options.awsAccountNumber, region: options.region, partition: options.partition };
  const observe = documentObserver(options.runDocument);
  const { resourceType } = type;
  const input = {
    TypeName: resourceType,
    ...(Object.keys(model.values).length === 0 ? {} : { ResourceModel: JSON.stringify(model.values) }),
  };
  const observeItem = async (item: Description): Promise<ObservedResource | undefined> => {
    try {
      const found = await describeResource(type, item, caller, region, list.breaker);
      if (found === undefined) return undefined;
      const { identifier, properties: raw, unreadable } = found;
      const document = {
        kind: 'description',
        resourceType,
        identifier,
        raw,
        hmacKey: options.hmacKey,
      } as const;
      const observed = await observe(document);
      if (observed === null) return undefined;
      const { arn } = observed;
      const home = homeOf({}, scope, arn !== null && isArnOfService(resourceType, arn) ? arn : null, scope);
      return {
        ...observed,
        ...(home === undefined ? {} : { home }),
        ...(unreadable.length === 0 ? {} : { unreadable }),
      };
    } catch (error) {
      options.signal.throwIfAborted();
      list.onFailedItem(error);
      return undefined;
    }
  };
  const check = pageTokenCheck(`ListResources of ${resourceType}`);
  let token: string | undefined;
  do {
    const page = await listPage(
      caller,
      region,
      { ...input, ...(token === undefined ? {} : { NextToken: token }) },
      model.parents && token === undefined,
    );
    const descriptions = page.ResourceDescriptions ?? [];
    const ids = descriptions.map(({ Identifier }) => storableNativeId(Identifier ?? ''));
    const read = await options.alreadyRead?.(resourceType, ids);
    const unread = descriptions.filter((_, index) => read?.has(ids[index] ?? '') !== true);
    const found = await mapConcurrently(unread, list.callsAtOnce, observeItem);
    const unique = new Map(found.flatMap((item) => (item === undefined ? [] : [[item.nativeId, item]])));
    const known = [...(read ?? [])].map(([nativeId, texts]) => ({ nativeId, ...texts }));
    yield { known, resources: [...unique.values()] };
    token = page.NextToken === undefined || page.NextToken === '' ? undefined : page.NextToken;
    if (token !== undefined) check(token);
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
async function listPage(
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
