import type { Condition, TextTest } from '../../../domain/ownership/condition.ts';
import type { EvaluatedRule } from '../../../db/ownership/evaluated-rule.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';
import type { InferenceWorld, WorldApplication, WorldResource } from './inference-world.ts';

export interface NaiveEvidence {
  readonly kind: string;
  readonly key?: string;
  readonly value?: string;
  readonly id?: string;
}

export interface NaiveMembership {
  readonly rule: string | null;
  readonly source: 'rule' | 'repository';
  readonly confidence: string;
  readonly evidence: readonly NaiveEvidence[];
}

export interface NaiveInference {
  /** By `resource application`. Also pairs that are reviewed. */
  readonly memberships: ReadonlyMap<string, NaiveMembership>;
  /** By resource. */
  readonly environments: ReadonlyMap<
    string,
    { environment: string; source: string; rule: string | null; evidence: readonly NaiveEvidence[] }
  >;
  readonly teams: ReadonlyMap<string, { team: string; rule: string; evidence: readonly NaiveEvidence[] }>;
}

/** Reference implementation of inference, one resource and one rule at a time. `applications` includes created ones. */
export function inferNaively(
  world: InferenceWorld,
  applications: readonly WorldApplication[],
): NaiveInference {
  const resources = world.resources.filter(({ status }) => status !== 'deleted');
  const isSecond = (rule: EvaluatedRule) => JSON.stringify(rule.conditions).includes('"related_to"');
  const members = new Set(
    world.memberships
      .filter(({ status }) => status === 'declared' || status === 'confirmed')
      .map(({ resource, application }) => `${resource} ${application}`),
  );
  const rejected = new Set(
    world.memberships
      .filter(({ status }) => status === 'rejected')
      .map(({ resource, application }) => `${resource} ${application}`),
  );
  for (const resource of resources) {
    const first = world.rules.filter(
      (rule) => !isSecond(rule) && matchesNaively(world, new Set(), resource, rule.conditions),
    );
    const named = first.map((rule) => applicationOf(rule, resource, applications));
    for (const application of [...named, ...repositoryApplications(world, resource)])
      if (application !== undefined && !rejected.has(`${resource.id} ${application}`))
        members.add(`${resource.id} ${application}`);
  }
  const memberships = new Map<string, NaiveMembership>();
  const environments = new Map<
    string,
    { environment: string; source: string; rule: string | null; evidence: readonly NaiveEvidence[] }
  >();
  const teams = new Map<string, { team: string; rule: string; evidence: readonly NaiveEvidence[] }>();
  for (const resource of resources) {
    for (const rule of world.rules) {
      if (!matchesNaively(world, members, resource, rule.conditions)) continue;
      const evidence = evidenceOf(world, members, resource, rule.conditions);
      const application = applicationOf(rule, resource, applications);
      const key = `${resource.id} ${application}`;
      if (application !== undefined && !memberships.has(key))
        memberships.set(key, {
          rule: rule.id,
          source: 'rule',
          confidence: rule.outcome.confidence ?? 'medium',
          evidence,
        });
      if (rule.outcome.environment !== undefined && !environments.has(resource.id))
        environments.set(resource.id, {
          environment: rule.outcome.environment.id,
          source: 'rule',
          rule: rule.id,
          evidence,
        });
      if (rule.outcome.team !== undefined && !teams.has(resource.id))
        teams.set(resource.id, { team: rule.outcome.team.id, rule: rule.id, evidence });
    }
    for (const application of repositoryApplications(world, resource)) {
      const key = `${resource.id} ${application}`;
      const [repository] = world.repositories
        .filter(
          ({ id, applications: linked }) =>
            linked.includes(application) &&
            isLinkedToOne(world, id) &&
            managing(world, resource).some((project) => project.repository === id),
        )
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      if (!memberships.has(key))
        memberships.set(key, {
          rule: null,
          source: 'repository',
          confidence: 'medium',
          evidence: [{ kind: 'repository', id: repository?.id ?? '' }],
        });
    }
    if (!environments.has(resource.id)) {
      const found = environmentByTag(world, resource) ?? environmentByProject(world, resource);
      if (found !== undefined) environments.set(resource.id, found);
    }
  }
  return { memberships, environments, teams };
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
    return resource.name !== null && meets(resource.name, leaf.name)
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
    const path = account?.ou ?? null;
    return path !== null && `${path}/`.startsWith(`${leaf.ou.under}/`)
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
function evidenceOf(
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
function tagsOf({ tags }: WorldResource, key: string): readonly (readonly [string, string])[] {
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

function managing({ projects, claims }: InferenceWorld, resource: WorldResource) {
  return projects
    .filter(({ id }) =>
      claims.some(
        (claim) => claim.resource === resource.id && claim.project === id && claim.by !== 'uncounted',
      ),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function isLinkedToOne(world: InferenceWorld, repositoryId: string): boolean {
  const repository = world.repositories.find(({ id }) => id === repositoryId);
  return repository?.applications.filter((id) => isUsable(world, id)).length === 1;
}

function isUsable({ applications }: InferenceWorld, id: string): boolean {
  return applications.some((application) => application.id === id && !application.archived);
}

function repositoryApplications(world: InferenceWorld, resource: WorldResource): readonly string[] {
  const repositories = new Set(managing(world, resource).map(({ repository }) => repository));
  return [...repositories]
    .filter((id) => isLinkedToOne(world, id))
    .flatMap((id) => world.repositories.find((repository) => repository.id === id)?.applications ?? [])
    .filter((id) => isUsable(world, id));
}

function applicationOf(
  rule: EvaluatedRule,
  resource: WorldResource,
  applications: readonly WorldApplication[],
): string | undefined {
  const named = applicationNameOf(rule.outcome, resource, applications);
  if (named !== undefined && named.id === undefined)
    throw new Error(`no application has the name ${named.name}`);
  return named?.id;
}

/** Returns the application of a matching resource; without an id if it does not exist. */
export function applicationNameOf(
  { application }: RuleOutcome,
  resource: WorldResource,
  applications: readonly WorldApplication[],
): { readonly id: string | undefined; readonly name: string } | undefined {
  if (application === undefined) return undefined;
  if ('id' in application) return applications.find(({ id }) => id === application.id);
  const [tag] = tagsOf(resource, application.name_from_tag);
  const name = tag?.[1].trim();
  if (name === undefined || name === '') return undefined;
  const slug = nameSlug(name);
  const findAmong = (among: readonly WorldApplication[]) =>
    slug === ''
      ? among.find((known) => known.name === name)
      : (among.find((known) => known.slug === slug) ?? among.find((known) => nameSlug(known.name) === slug));
  const found =
    findAmong(applications.filter(({ archived }) => !archived)) ??
    findAmong(applications.filter(({ archived }) => archived));
  if (found === undefined) return { id: undefined, name };
  return found.archived ? undefined : found;
}

/** The uncut slug of a name of ASCII letters; '' for a name with other letters. */
export function nameSlug(name: string): string {
  if (/\p{L}/u.test(name.replaceAll(/[a-z]/gi, ''))) return '';
  return (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
}

function environmentByTag(world: InferenceWorld, resource: WorldResource) {
  const aliases: Readonly<Record<string, string>> = {
    prod: 'production',
    stg: 'staging',
    dev: 'development',
    qa: 'test',
    sbx: 'sandbox',
  };
  for (const wanted of ['environment', 'env', 'stage'])
    for (const [key, value] of tagsOf(resource, wanted)) {
      const word = value.toLowerCase();
      const ofClass = world.environments.filter((one) => one.class === (aliases[word] ?? word));
      const found =
        world.environments.find(({ name }) => name.toLowerCase() === word) ??
        (ofClass.length === 1 ? ofClass[0] : undefined);
      if (found !== undefined)
        return { environment: found.id, source: 'tag', rule: null, evidence: [{ kind: 'tag', key, value }] };
    }
  return undefined;
}

function environmentByProject(world: InferenceWorld, resource: WorldResource) {
  const project = managing(world, resource).find(({ environment }) => environment !== null);
  return project === undefined
    ? undefined
    : {
        environment: project.environment ?? '',
        source: 'project',
        rule: null,
        evidence: [{ kind: 'project', id: project.id }],
      };
}
