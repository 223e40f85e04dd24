import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { hasEnded } from '../../../domain/discovery/declaration/has-ended.ts';
import { arnOf } from '../../../domain/discovery/observation/observe.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import { defined } from '../../../domain/defined.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { DetailReader } from './detail-reader.ts';
import { identifierMissing } from './identifier-missing.ts';
import { hasImmutableDetails } from './immutable-details.ts';
import { MemberReader } from './member-reader.ts';
import type { ObserveItem } from './observe-item.ts';
import type { ServiceContext } from './service-context.ts';
import { listedNativeId } from './storable-identity.ts';
import type { TaggingApi, TagIndex } from './tagging-api.ts';
import { unreadableTags, withTagsInParts } from './unreadable-parts.ts';

/** Tags from the tagging API, or the part that could not be read. */
interface TagsRead {
  readonly tags: TagIndex;
  readonly unreadable: readonly UnreadablePart[];
}

type TagsOfArn = (arn: string) => TagsRead;

/** Reads the details and tags of the items of one type, and converts the items to observed resources. */
export class ItemFinisher {
  readonly #context: ServiceContext;
  readonly #type: TypeCollector;
  readonly #taggingApi: TaggingApi | undefined;
  readonly #observe: ObserveItem;
  readonly #details: DetailReader;
  readonly #members: MemberReader | undefined;

  constructor(context: ServiceContext, type: TypeCollector, taggingApi: TaggingApi, observe: ObserveItem) {
    this.#context = context;
    this.#type = type;
    this.#taggingApi = type.tags && 'taggingApi' in type.tags ? taggingApi : undefined;
    this.#observe = observe;
    this.#details = new DetailReader(context, type);
    this.#members = type.members && new MemberReader(context, type, type.members);
  }

  /**
   * Returns the resources of items that were listed together, without those that need not be read again or that have been
   * deleted. An error becomes a failure of the type. @throws the signal's reason when it aborts
   */
  async finish(listed: readonly RawItem[]): Promise<ObservedResource[]> {
    const items = await this.#withoutAlreadyRead(listed);
    if (items.length === 0) return [];
    const stored = await this.#storedConfigurations(items);
    const taggingApi = this.#taggingApi;
    const readingTags = taggingApi && this.#readTags(() => taggingApi.index());
    // Rejects only when the signal aborts. `throwIfAborted` reports that.
    readingTags?.catch(() => undefined);
    const read = await this.#orFailItem(async () => {
      const read = await this.#details.read(items, stored);
      const completed = read.filter((item) => !hasEnded(this.#type, item));
      await this.#members?.read(completed);
      return { completed, index: await readingTags };
    });
    if (read === undefined) return [];
    const { completed, index } = read;
    const tagsOf = taggingApi && index && (await this.#confirmUntagged(completed, taggingApi, index));
    const found = new Map<string, ObservedResource>();
    for (const item of completed) {
      const observed = await this.#orFailItem(() => this.#observeItem(item, tagsOf));
      if (observed !== undefined) found.set(observed.nativeId, observed);
    }
    return [...found.values()];
  }

  async #withoutAlreadyRead(items: readonly RawItem[]): Promise<readonly RawItem[]> {
    const read = await this.#context.options.alreadyRead?.(this.#type.resourceType, this.#idsOf(items));
    return read === undefined ? items : items.filter((item) => !read.has(this.#idOf(item)));
  }

  /** Returns a function for the stored configuration of an item, of types with details that cannot change. */
  async #storedConfigurations(items: readonly RawItem[]): Promise<(item: RawItem) => JsonObject | undefined> {
    const { storedConfigurations } = this.#context.options;
    const stored = hasImmutableDetails(this.#type)
      ? await storedConfigurations?.(this.#type.resourceType, this.#idsOf(items))
      : undefined;
    return (item) => stored?.get(this.#idOf(item));
  }

  /** Returns `undefined` and records a failed item of the type when the item has no identifier. */
  async #observeItem(item: RawItem, tagsOf: TagsOfArn | undefined): Promise<ObservedResource | undefined> {
    const { failures, options, scope } = this.#context;
    const type = this.#type;
    const { resourceType } = type;
    const arn = (tagsOf ? arnOf(type, item, scope) : null) ?? '';
    const read = tagsOf?.(arn);
    const unreadable = [
      ...withTagsInParts(type, item, this.#details.unreadablePartsOf(item)),
      ...(this.#members?.unreadablePartsOf(item) ?? []),
      ...(read?.unreadable ?? []),
    ];
    const observed = await this.#observe({
      kind: 'item',
      resourceType,
      item,
      tags: read && (read.tags.get(arn) ?? {}),
      scope,
      hmacKey: options.hmacKey,
    });
    if (observed === undefined) {
      failures.itemFailed(resourceType, identifierMissing(resourceType, type.nativeId, item, scope));
      return undefined;
    }
    const stack = this.#members?.readingOf(item);
    return unreadable.length === 0 ? { ...observed, ...defined({ stack }) } : { ...observed, unreadable };
  }

  /**
   * Reads the tags of items by their ARNs that are stored with tags and that the index lacks: a page of the tagging API can
   * lack resources. Returns a function for the tags of an ARN.
   */
  async #confirmUntagged(items: readonly RawItem[], api: TaggingApi, index: TagsRead): Promise<TagsOfArn> {
    const { options, scope } = this.#context;
    if (index.unreadable.length > 0 || options.storedWithTags === undefined) return () => index;
    const untagged = items.flatMap((item) => {
      const arn = arnOf(this.#type, item, scope);
      return arn === undefined || index.tags.has(arn) ? [] : [{ id: this.#idOf(item), arn }];
    });
    if (untagged.length === 0) return () => index;
    const ids = untagged.map(({ id }) => id);
    const stored = await options.storedWithTags(this.#type.resourceType, ids);
    const arns = new Set(untagged.flatMap(({ id, arn }) => (stored.has(id) ? [arn] : [])));
    const confirmed = await this.#readTags(() => api.tagsOf([...arns]));
    return (arn) => (arns.has(arn) ? confirmed : index);
  }

  /** Reads tags from the tagging API. When that fails, the tags are an unreadable part. */
  async #readTags(read: () => Promise<TagIndex>): Promise<TagsRead> {
    try {
      return { tags: await read(), unreadable: [] };
    } catch (error) {
      this.#context.options.signal.throwIfAborted();
      return { tags: new Map(), unreadable: [unreadableTags(error, 'tag:GetResources')] };
    }
  }

  /** Returns `undefined` and records a failed item of the type when `work` fails. */
  async #orFailItem<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { failures, options } = this.#context;
    try {
      const result = await work();
      options.signal.throwIfAborted();
      return result;
    } catch (error) {
      options.signal.throwIfAborted();
      failures.itemFailed(this.#type.resourceType, error);
      return undefined;
    }
  }

  #idsOf(items: readonly RawItem[]): readonly string[] {
    return items.map((item) => this.#idOf(item));
  }

  #idOf(item: RawItem): string {
    return listedNativeId(this.#type, item, this.#context.scope);
  }
}
