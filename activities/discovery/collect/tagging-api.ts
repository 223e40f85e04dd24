import { chunk } from '../../../domain/lists/chunk.ts';
import { readTags } from '../../../domain/discovery/observation/read-tags.ts';
import { first, select } from '../../../domain/json/path.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { Json } from '../../../domain/json/json.ts';
import type { AwsCaller, AwsRequest } from '../../../clients/aws/aws-caller.ts';
import { pageThrough } from '../aws/page-through.ts';

/**
 * Tags by ARN. The tagging API lists only resources that have or had tags. A page can lack resources, so a missing entry does not
 * prove that tags were removed.
 */
export type TagIndex = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Largest number of ARNs in a call of GetResources. Source: Resource Groups Tagging API reference. */
const arnsPerCall = 100;

/** Reads tags of the resources of one service in one region from the Resource Groups Tagging API. */
export class TaggingApi {
  readonly #caller: AwsCaller;
  readonly #region: string;
  readonly #resourceTypeFilters: readonly string[];
  #index: Promise<TagIndex> | undefined;

  constructor(caller: AwsCaller, region: string, resourceTypeFilters: readonly string[]) {
    this.#caller = caller;
    this.#region = region;
    this.#resourceTypeFilters = resourceTypeFilters;
  }

  /** Returns the tags of all resources of the filters. The first call reads them, the others return its result. */
  index(): Promise<TagIndex> {
    return (this.#index ??= this.#readIndex());
  }

  /** Reads the tags of resources by their ARNs, 100 per call. */
  async tagsOf(arns: readonly string[]): Promise<TagIndex> {
    const index = new Map<string, Readonly<Record<string, string>>>();
    for (const some of chunk(arns, arnsPerCall)) {
      const page = toJson(await this.#caller.call(this.#request({ ResourceARNList: some })));
      for (const [arn, tags] of tagsInPage(page)) index.set(arn, tags);
    }
    return index;
  }

  async #readIndex(): Promise<TagIndex> {
    const index = new Map<string, Readonly<Record<string, string>>>();
    const shared = textsOfIndex();
    const request = this.#request({ ResourceTypeFilters: this.#resourceTypeFilters, ResourcesPerPage: 100 });
    for await (const page of pageThrough(this.#caller, request, undefined)) {
      for (const [arn, tags] of tagsInPage(page)) {
        const texts = Object.entries(tags).map(([key, value]) => [shared(key), shared(value)]);
        index.set(shared(arn), Object.fromEntries(texts));
      }
    }
    return index;
  }

  #request(input: object): AwsRequest {
    return { client: 'resource-groups-tagging-api', region: this.#region, operation: 'GetResources', input };
  }
}

/**
 * Characters of the different keys and values of an index. An account can have millions of tags of 384 characters; most
 * repeat those of other resources, which are held once.
 */
const maximumCharacters = 32 * 1024 * 1024;

/** Returns a function that returns one instance of equal texts. @throws TagsTooLarge */
function textsOfIndex(): (text: string) => string {
  const texts = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    characters += text.length;
    if (characters > maximumCharacters) throw new TagsTooLarge('The tags of the resources are too large');
    texts.set(text, text);
    return text;
  };
}

/** The tags of the resources of a service do not fit in the memory of a task. */
class TagsTooLarge extends Error {
  override readonly name = 'TagsTooLarge';
}

/** Returns the ARNs of a page with their tags. A resource whose tags were removed can be listed without tags. */
function tagsInPage(page: Json): readonly (readonly [arn: string, tags: Readonly<Record<string, string>>])[] {
  return select(page, 'ResourceTagMappingList[]').flatMap((mapping) => {
    const arn = first(mapping, 'ResourceARN');
    return typeof arn === 'string' ? [[arn, readTags(first(mapping, 'Tags'))] as const] : [];
  });
}
