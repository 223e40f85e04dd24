import type { EvaluatedRule } from '../../../db/ownership/inference/evaluated-rule.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';
import type { InferenceWorld, WorldApplication, WorldResource } from './inference-world.ts';
import { evidenceOf, managing, matchesNaively, tagsOf } from './naive-conditions.ts';
import type { NaiveEvidence } from './naive-conditions.ts';

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
  const project = managing(world, resource).find(({ environment }) => environment !== undefined);
  return project === undefined
    ? undefined
    : {
        environment: project.environment ?? '',
        source: 'project',
        rule: null,
        evidence: [{ kind: 'project', id: project.id }],
      };
}
