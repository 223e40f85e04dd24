import type {
  ListCall,
  ServiceCollectors,
  TypeCollector,
} from '../../../domain/discovery/declaration/collector.ts';

/** A list call and the types read from its pages. */
export interface ListGroup {
  readonly call: ListCall;
  readonly types: readonly TypeCollector[];
}

/** The list calls of a set of types: for the types without a parent, and for the children of each type. */
export interface ListPlan {
  readonly roots: readonly ListGroup[];
  /** Returns the list calls to make for each item of a type. */
  children(resourceType: string): readonly ListGroup[];
  parentOf(resourceType: string): string | undefined;
}

/** Plans the list calls of the selected types and of their parents. */
export function planLists(service: ServiceCollectors, selected: ReadonlySet<string>): ListPlan {
  const byName = new Map(service.types.map((type) => [type.resourceType, type]));
  const needed = new Set<TypeCollector>();
  for (const name of selected) {
    for (let type = byName.get(name); type && !needed.has(type); type = byName.get(type.parent ?? ''))
      needed.add(type);
  }
  const inOrder = service.types.filter((type) => needed.has(type));
  const childGroups = new Map(
    inOrder.map(({ resourceType }) => [
      resourceType,
      group(inOrder.filter((type) => isBelow(type, resourceType))),
    ]),
  );
  return {
    roots: group(inOrder.filter(({ parent }) => parent === undefined)),
    children: (resourceType) => childGroups.get(resourceType) ?? [],
    parentOf: (resourceType) => byName.get(resourceType)?.parent,
  };
}

function isBelow(type: TypeCollector, resourceType: string): boolean {
  return type.parent === resourceType || (type.recursive === true && type.resourceType === resourceType);
}

function group(types: readonly TypeCollector[]): ListGroup[] {
  const groups = new Map<string, { call: ListCall; types: TypeCollector[] }>();
  for (const type of types) {
    const { client, operation, input, globalInput, variants, forEach, parents } = type.list;
    const key = JSON.stringify([client, operation, input, globalInput, variants, forEach, parents]);
    const known = groups.get(key);
    if (known) known.types.push(type);
    else groups.set(key, { call: type.list, types: [type] });
  }
  return [...groups.values()];
}
