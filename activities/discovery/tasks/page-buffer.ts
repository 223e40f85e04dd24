import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { sizeOfJson } from '../../../domain/json/size.ts';

/** Resources that wait to be stored in one transaction. */
export interface PageBuffer {
  /** Adds a resource. Returns whether the buffer has to be taken before the next one is added. */
  add(resource: ObservedResource): boolean;
  /** Returns the resources and empties the buffer. */
  take(): readonly ObservedResource[];
}

/** Resources per transaction. */
const maximumResources = 250;
/**
 * Size of the resources of a transaction, in characters of JSON. The text of a statement takes six times as many characters
 * when all of them are escaped, and Postgres limits a JSON array to 256 MB.
 */
const maximumSize = 2 * 1024 * 1024;

/** Holds at most 250 resources, and 2 M characters with the last resource in addition. */
export function pageBuffer(): PageBuffer {
  let resources: ObservedResource[] = [];
  let size = 0;
  return {
    add(resource) {
      resources.push(resource);
      const { configuration, volatile, tags } = resource;
      size += sizeOfJson([configuration, volatile, tags], maximumSize);
      return resources.length >= maximumResources || size >= maximumSize;
    },
    take() {
      const taken = resources;
      resources = [];
      size = 0;
      return taken;
    },
  };
}
