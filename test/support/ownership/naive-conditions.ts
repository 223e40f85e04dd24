import type { Condition, TextTest } from '../../../domain/ownership/condition.ts';
import type { InferenceWorld, WorldResource } from './inference-world.ts';

export interface NaiveEvidence {
  readonly kind: string;
  readonly key?: string;
  readonly value?: string;
  readonly id?: string;
}

/** Whether a resource meets a condition. `members` has `resource application`. */
export function matchesNaively(
  world: InferenceWorld,
  members: ReadonlySet<string>,
  resource: WorldResource,
  condition: Condition,
): boolean {
  const matches = (part: Condition) => matchesNaively(world, members, resource, part);
  if ('all' in condition) return condition.all.every(matches);
  if ('any' in condition) return condition.any.some(matches);
  if ('not' in condition) return !matches(condition.not);
  if ('tag' in condition && condition.tag.exists === false)
    return tagsOf(resource, condition.tag.key).length === 0;
  return leafEvidence(world, members, resource, condition) !== undefined;
}

/** Returns the evidence of a leaf that is true. */
function leafEvidence(
  world: InferenceWorld,
  members: ReadonlySet<string>,
  resource: WorldResource,
  leaf: Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>,
): NaiveEvidence | undefined {
  if ('tag' in leaf) {
    const [tag] = tagsOf(resource, leaf.tag.key).filter(
      ([, value]) => leaf.tag.exists === true || meets(value, leaf.tag),
    );
    return tag === undefined ? undefined : { kind: 'tag', key: tag[0], value: tag[1] };
  }
  if ('name' in leaf)
    return resource.name !== undefined && meets(resource.name, leaf.name)
      ? { kind: 'name', value: resource.name }
      : undefined;
  const account = world.accounts.find(({ id }) => id === resource.account);
  if ('account' in leaf)
    return leaf.account.in.includes(resource.account)
      ? { kind: 'account', value: account?.number ?? '', id: resource.account }
      : undefined;
  if ('region' in leaf)
    return leaf.region.in.includes(resource.region) ? { kind: 'region', value: resource.region } : undefined;
  if ('resource_type' in leaf)
    return leaf.resource_type.in.includes(resource.type) ? { kind: 'type', value: resource.type } : undefined;
  if ('ou' in leaf) {
    const path = account?.ou;
    return path !== undefined && `${path}/`.startsWith(`${leaf.ou.under}/`)
      ? { kind: 'ou', value: path }
      : undefined;
  }
  if ('project' in leaf) {
    const [project] = managing(world, resource).filter(({ id }) => leaf.project.in.includes(id));
    return project === undefined ? undefined : { kind: 'project', id: project.id };
  }
  if ('repository' in leaf) {
    const [project] = managing(world, resource).filter(({ repository }) =>
      leaf.repository.in.includes(repository),
    );
    return project === undefined ? undefined : { kind: 'repository', id: project.repository };
  }
  const { application_id: application, relationship_type: type, direction } = leaf.related_to;
  const edges = world.edges
    .filter(({ confidence, status }) => status === 'active' && confidence !== 'low')
    .flatMap((edge) => [
      ...(edge.source === resource.id && direction !== 'incoming'
        ? [{ type: edge.type, other: edge.target }]
        : []),
      ...(edge.target === resource.id && direction !== 'outgoing'
        ? [{ type: edge.type, other: edge.source }]
        : []),
    ])
    .filter(
      (edge) => (type === undefined || edge.type === type) && members.has(`${edge.other} ${application}`),
    )
    .toSorted((a, b) => (`${a.type} ${a.other}` < `${b.type} ${b.other}` ? -1 : 1));
  const [edge] = edges;
  return edge === undefined ? undefined : { kind: 'relationship', key: edge.type, id: edge.other };
}

/** The true leaves outside of `not`, the name last, each once. */
export function evidenceOf(
  world: InferenceWorld,
  members: ReadonlySet<string>,
  resource: WorldResource,
  condition: Condition,
): readonly NaiveEvidence[] {
  const found = new Map<string, NaiveEvidence>();
  const collect = (part: Condition, isPositive: boolean): void => {
    if ('all' in part) for (const child of part.all) collect(child, isPositive);
    else if ('any' in part) for (const child of part.any) collect(child, isPositive);
    else if ('not' in part) collect(part.not, !isPositive);
    else if (isPositive) {
      const isAbsence = 'tag' in part && part.tag.exists === false;
      const evidence = isAbsence
        ? tagsOf(resource, part.tag.key).length === 0
          ? { kind: 'tag', key: part.tag.key }
          : undefined
        : leafEvidence(world, members, resource, part);
      if (evidence !== undefined) found.set(JSON.stringify(evidence), evidence);
    }
  };
  collect(condition, true);
  const all = [...found.values()];
  return [...all.filter(({ kind }) => kind !== 'name'), ...all.filter(({ kind }) => kind === 'name')];
}

/** The tags whose key means `key`, by key. */
export function tagsOf({ tags }: WorldResource, key: string): readonly (readonly [string, string])[] {
  const letters = (text: string) =>
    Array.from(text.toLowerCase())
      .filter((char) => /[a-z0-9]/.test(char))
      .join('');
  return Object.entries(tags)
    .filter(([other]) => (letters(key) === '' ? other === key : letters(other) === letters(key)))
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function meets(text: string, { equals, in: values, matches }: TextTest): boolean {
  if (equals !== undefined) return text === equals;
  return values === undefined
    ? matchesGlob(Array.from(text), Array.from(matches ?? ''))
    : values.includes(text);
}

function matchesGlob([char, ...text]: readonly string[], [sign, ...glob]: readonly string[]): boolean {
  if (sign === undefined) return char === undefined;
  if (sign === '*')
    return (
      matchesGlob(char === undefined ? text : [char, ...text], glob) ||
      (char !== undefined && matchesGlob(text, [sign, ...glob]))
    );
  return char !== undefined && (sign === '?' || sign === char) && matchesGlob(text, glob);
}

export function managing({ projects, claims }: InferenceWorld, resource: WorldResource) {
  return projects
    .filter(({ id }) =>
      claims.some(
        (claim) => claim.resource === resource.id && claim.project === id && claim.by !== 'uncounted',
      ),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
