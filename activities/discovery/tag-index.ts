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

async function readIndex(caller: AwsCaller, region: string, filters: readonly string[]): Promise<TagIndex> {
  const index = new Map<string, Readonly<Record<string, string>>>();
  const request = {
    client: 'resource-groups-tagging-api',
    region,
    operation: 'GetResources',
    input: { ResourceTypeFilters: filters, ResourcesPerPage: 100 },
  };
  for await (const page of pageThrough(caller, request, undefined)) {
    for (const mapping of select(page, 'ResourceTagMappingList[]')) {
      const arn = first(mapping, 'ResourceARN');
      const tags = readTags(first(mapping, 'Tags'));
      if (typeof arn === 'string' && Object.keys(tags).length > 0) index.set(arn, tags);
    }
  }
  return index;
}
