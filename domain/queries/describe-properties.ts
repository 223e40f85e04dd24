/** A property of the resources of a type: a path as conditions on properties have it. */
export interface PropertyStatistic {
  readonly path: string;
  /** Types of its JSON values. */
  readonly types: readonly string[];
  /** Number of resources with a value at the path. */
  readonly count: number;
  readonly examples: readonly (string | number | boolean)[];
}

/** A counted path of some documents: the keys of objects, and `[]` for elements of arrays. */
export interface CountedPath extends PropertyStatistic {
  readonly steps: readonly string[];
}

const maximumProperties = 500;
const maximumExamples = 5;
/** An object with more different keys, each in few resources, is a map. Members of responses are in most resources. */
const maximumMembers = 30;
const rareShare = 0.2;

/** Of all documents of a type. Hostile documents have different keys in each set. */
const maximumPaths = 20_000;

/** Merges the counts of several sets of documents. Paths after the first 20,000 are left out. */
export function mergeCountedPaths(
  known: ReadonlyMap<string, CountedPath>,
  counted: readonly CountedPath[],
): ReadonlyMap<string, CountedPath> {
  const merged = new Map(known);
  for (const { path, steps, types, count, examples } of counted) {
    const before = merged.get(path);
    if (before === undefined && merged.size >= maximumPaths) continue;
    merged.set(path, {
      path,
      steps,
      types: [...new Set([...(before?.types ?? []), ...types])],
      count: (before?.count ?? 0) + count,
      examples: [...new Set([...(before?.examples ?? []), ...examples])].slice(0, maximumExamples),
    });
  }
  return merged;
}

/** Returns the properties of a type, most frequent first. The keys of a map are one path, that of the map. */
export function describeProperties(counted: ReadonlyMap<string, CountedPath>): readonly PropertyStatistic[] {
  const maps = mapsOf(counted);
  const described = new Map<string, PropertyStatistic>();
  for (const { path, steps, types, count, examples } of counted.values()) {
    const depth = steps.findIndex((_, index) => maps.has(keyOf(steps.slice(0, index))));
    if (depth === -1) {
      described.set(path, { path, types: types.toSorted(), count, examples });
      continue;
    }
    const map = steps.slice(0, depth);
    const mapPath = propertyPathOf(map);
    const before = described.get(mapPath);
    described.set(mapPath, {
      path: mapPath,
      types: ['object'],
      count: Math.max(before?.count ?? 0, count, maps.get(keyOf(map)) ?? 0),
      examples: [],
    });
  }
  return [...described.values()]
    .toSorted((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
    .slice(0, maximumProperties);
}

/** Returns the objects whose keys are those of a map, with the greatest count of a key. */
function mapsOf(counted: ReadonlyMap<string, CountedPath>): ReadonlyMap<string, number> {
  const members = new Map<string, Map<string, number>>();
  for (const { steps, count } of counted.values())
    for (const [index, step] of steps.entries()) {
      if (step === '[]' || index === 0) continue;
      const parent = keyOf(steps.slice(0, index));
      const keys = members.get(parent) ?? new Map<string, number>();
      keys.set(step, Math.max(keys.get(step) ?? 0, count));
      members.set(parent, keys);
    }
  const maps = new Map<string, number>();
  for (const [parent, keys] of members) {
    const counts = [...keys.values()];
    const sum = counts.reduce((total, count) => total + count, 0);
    const isMap = keys.size > maximumMembers && Math.max(...counts) < rareShare * sum;
    if (isMap) maps.set(parent, Math.max(...counts));
  }
  return maps;
}

const keyOf = (steps: readonly string[]): string => JSON.stringify(steps);

/** Returns the path as conditions have it. Keys with separators are quoted; a key with a quote has no path. */
export function propertyPathOf(steps: readonly string[]): string {
  return steps.reduce((path, step) => {
    if (step === '[]') return `${path}[]`;
    const key = /^[\w-]+$/.test(step) ? step : `"${step}"`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}
