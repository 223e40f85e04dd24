import { readTags } from '../../domain/discovery/read-tags.ts';
import { first, select } from '../../domain/discovery/path.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { pageThrough } from './page-through.ts';

/** Tags by ARN. A resource without an entry has no tags: the tagging API lists only resources that have or had tags. */
export type TagIndex = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Returns a function that reads the Resource Groups Tagging API for the resource types, once, at its first call. */
export function lazyTagIndex(
  caller: AwsCaller,
  region: string,
  resourceTypeFilters: readonly string[],
): () => Promise<TagIndex> {
  let index: Promise<TagIndex> | undefined;
  return () => (index ??= readIndex(caller, region, resourceTypeFilters));
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

async function readIndex(caller: AwsCaller, region: string, filters: readonly string[]): Promise<TagIndex> {
  const index = new Map<string, Readonly<Record<string, string>>>();
  const shared = textsOfIndex();
  const request = {
    client: 'resource-groups-tagging-api',
    region,
    operation: 'GetResources',
    input: { ResourceTypeFilters: filters, ResourcesPerPage: 100 },
  };
  for await (const page of pageThrough(caller, request, undefined)) {
    for (const mapping of select(page, 'ResourceTagMappingList[]')) {
      const arn = first(mapping, 'ResourceARN');
      const tags = Object.entries(readTags(first(mapping, 'Tags')));
      if (typeof arn === 'string' && tags.length > 0)
        index.set(shared(arn), Object.fromEntries(tags.map(([key, value]) => [shared(key), shared(value)])));
    }
  }
  return index;
}
