import { defined } from '../../../domain/defined.ts';
import { isArnOfService } from '../../../domain/discovery/cloud-control/types-hinted-by.ts';
import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { ParentResource } from '../../../domain/discovery/cloud-control/parent-inputs.ts';
import { homeOf } from '../../../domain/discovery/declaration/home.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { callRegion } from '../../../domain/discovery/regions/aws-partition.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { pageTokenCheck } from '../aws/page-tokens.ts';
import type { CollectionOptions } from './collection-options.ts';
import { describeResource } from './describe-resource.ts';
import type { Described, Description } from './describe-resource.ts';
import type { DetailCircuitBreaker } from './detail-circuit-breaker.ts';
import type { ListModel } from './list-models.ts';
import { itemObserver } from './observe-item.ts';
import type { ObserveItem } from './observe-item.ts';
import { isResourceNotFound } from './prove-absence.ts';
import { storableNativeId } from './storable-identity.ts';

/** Shared by the lists of a type. */
export interface DescriptionListContext {
  readonly caller: AwsCaller;
  readonly options: CollectionOptions;
  readonly breaker: DetailCircuitBreaker;
  readonly callsAtOnce: number;
  /** Called for an item that cannot be stored. The list then does not prove that a resource was deleted. */
  readonly onFailedItem: (error: unknown) => void;
}

/** The resources of a page: those that were read, and those that need not be read again. */
export interface ListedPage {
  readonly resources: readonly ObservedResource[];
  readonly alreadyRead: readonly ParentResource[];
}

interface ListResponse {
  readonly ResourceDescriptions?: readonly Description[];
  readonly NextToken?: string;
}

/** The resources of a type that Cloud Control lists with one resource model. */
export class DescriptionList {
  readonly #type: CloudControlType;
  readonly #model: ListModel;
  readonly #context: DescriptionListContext;
  readonly #region: string;
  readonly #observe: ObserveItem;

  constructor(type: CloudControlType, model: ListModel, context: DescriptionListContext) {
    this.#type = type;
    this.#model = model;
    this.#context = context;
    this.#region = callRegion(context.options.region, context.options.partition);
    this.#observe = itemObserver(context.options.runDocument);
  }

  /**
   * Yields each page with the properties of its resources. An item that fails does not end the list.
   * @throws the SDK's error when a page cannot be listed.
   */
  async *read(): AsyncGenerator<ListedPage> {
    const check = pageTokenCheck(`ListResources of ${this.#type.resourceType}`);
    let token: string | undefined;
    do {
      const { ResourceDescriptions: descriptions = [], NextToken: next } = await this.#list(token);
      yield await this.#readPage(descriptions);
      token = next === '' ? undefined : next;
      if (token !== undefined) check(token);
    } while (token !== undefined);
  }

  /** Lists a page of resources. Returns an empty page if the parent of the list has been deleted. */
  async #list(token: string | undefined): Promise<ListResponse> {
    const { values, parents } = this.#model;
    const input = {
      TypeName: this.#type.resourceType,
      ...(Object.keys(values).length === 0 ? {} : { ResourceModel: JSON.stringify(values) }),
      ...defined({ NextToken: token }),
    };
    const request = { client: 'cloudcontrol', region: this.#region, operation: 'ListResources', input };
    try {
      return await this.#context.caller.call(request);
    } catch (error) {
      if (parents && token === undefined && isResourceNotFound(error)) return {};
      throw error;
    }
  }

  async #readPage(descriptions: readonly Description[]): Promise<ListedPage> {
    const { callsAtOnce, options } = this.#context;
    const ids = descriptions.map(({ Identifier }) => storableNativeId(Identifier ?? ''));
    const read = await options.alreadyRead?.(this.#type.resourceType, ids);
    const unread = descriptions.filter((_, index) => read?.has(ids[index] ?? '') !== true);
    const found = await mapConcurrently(unread, callsAtOnce, (description) => this.#readItem(description));
    const unique = new Map(found.flatMap((item) => (item === undefined ? [] : [[item.nativeId, item]])));
    const alreadyRead = [...(read ?? [])].map(([nativeId, texts]) => ({ nativeId, ...texts }));
    return { resources: [...unique.values()], alreadyRead };
  }

  /** Returns `undefined` when the resource has been deleted or cannot be stored. */
  async #readItem(description: Description): Promise<ObservedResource | undefined> {
    const { breaker, caller, onFailedItem, options } = this.#context;
    try {
      const described = await describeResource(this.#type, description, caller, this.#region, breaker);
      return described && (await this.#observeItem(description.Identifier ?? '', described));
    } catch (error) {
      options.signal.throwIfAborted();
      onFailedItem(error);
      return undefined;
    }
  }

  async #observeItem(identifier: string, { item, unreadable }: Described) {
    const { resourceType } = this.#type;
    const { awsAccountNumber: account, hmacKey, partition, region } = this.#context.options;
    const observed = await this.#observe({ kind: 'description', resourceType, identifier, item, hmacKey });
    if (observed === undefined) return undefined;
    const { arn } = observed;
    const ofService = arn !== undefined && isArnOfService(resourceType, arn) ? arn : undefined;
    const scope = { account, region, partition };
    const home = homeOf({}, scope, ofService, scope);
    return { ...observed, ...defined({ home }), ...(unreadable.length === 0 ? {} : { unreadable }) };
  }
}
