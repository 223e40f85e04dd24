import type { Json, JsonObject, MutableJson } from '../json/json.ts';
import { replaceAt, select } from '../json/path.ts';
import { toJson } from '../json/to-json.ts';

interface Content {
  readonly configuration: JsonObject;
  /** By path, as `normalise` returns them. */
  readonly volatile: JsonObject;
}

/**
 * Returns the paths whose values are volatile in one of two contents of a resource and in the configuration of the other: a
 * release or a new version of an SDK client has moved them.
 */
export function movedPaths(before: Content, now: Content): readonly string[] {
  return [...pathsMoved(before, now), ...pathsMoved(now, before)];
}

/** Returns the paths of an observation's members that the SDK does not know, and that the stored configuration lacks. */
export function addedPaths(
  before: Pick<Content, 'configuration'>,
  { unmodeled = [] }: { readonly unmodeled?: readonly string[] },
): readonly string[] {
  return unmodeled.filter((path) => !isAt(before.configuration, path));
}

/** Returns a copy of a configuration without the values at the paths. */
export function withoutPaths(configuration: JsonObject, paths: readonly string[]): JsonObject {
  const copy: MutableJson = toJson(configuration);
  for (const path of paths) replaceAt(copy, path, () => undefined);
  return copy as JsonObject;
}

/** A setting during a transition is in both places of one content, see `settled` of a collector. */
function pathsMoved(volatile: Content, configured: Content): readonly string[] {
  return Object.keys(volatile.volatile).filter(
    (path) => isAt(configured.configuration, path) && !isAt(volatile.configuration, path),
  );
}

function isAt(configuration: Json, path: string): boolean {
  return select(configuration, path).length > 0;
}
