import { byCodeUnit } from '../json/canonical.ts';
import { maximumGlobLength } from './condition-limits.ts';
import { normalizeTagKey } from './condition.ts';
import type { Leaf } from './condition.ts';

/** The kinds of facts in the order of preference. */
export const factKinds = [
  'tag',
  'project',
  'repository',
  'name',
  'account',
  'ou',
  'resource_type',
  'region',
] as const;
export type FactKind = (typeof factKinds)[number];

/** Facts of the other kinds only narrow a rule: a rule has at least one of these. */
const selectiveKinds: ReadonlySet<FactKind> = new Set(['tag', 'project', 'repository', 'name']);

/** A condition that a resource meets. */
export interface Fact {
  readonly kind: FactKind;
  readonly condition: Leaf;
  /** For people: `tag app = payments`. */
  readonly text: string;
}

/** The properties of a resource from which rules are learned. */
export interface Member {
  readonly name: string | undefined;
  readonly region: string;
  readonly resourceType: string;
  readonly account: { readonly id: string; readonly number: string; readonly ouPath: string | undefined };
  readonly tags: Readonly<Record<string, string>>;
  /** Projects that manage the resource, and their repositories, by name. */
  readonly projects: readonly NamedMember[];
  readonly repositories: readonly NamedMember[];
}

export interface NamedMember {
  readonly id: string;
  readonly name: string;
}

/** Returns whether a rule may consist of facts of this kind. */
export function isSelective({ kind }: Fact): boolean {
  return selectiveKinds.has(kind);
}

/** Returns the facts of a resource, in the order of {@link factKinds}. */
export function factsOf(member: Member): readonly Fact[] {
  const { account } = member;
  return [
    ...tagFacts(member.tags),
    ...member.projects.map(({ id, name }): Fact => ({
      kind: 'project',
      condition: { project: { in: [id] } },
      text: `project ${name}`,
    })),
    ...member.repositories.map(({ id, name }): Fact => ({
      kind: 'repository',
      condition: { repository: { in: [id] } },
      text: `repository ${name}`,
    })),
    ...prefixesOf(member.name ?? '').map((prefix): Fact => ({
      kind: 'name',
      condition: { name: { matches: `${prefix}*` } },
      text: `name ${prefix}*`,
    })),
    { kind: 'account', condition: { account: { in: [account.id] } }, text: `account ${account.number}` },
    ...unitsOf(account.ouPath ?? '').map((under): Fact => ({
      kind: 'ou',
      condition: { ou: { under } },
      text: `OU ${under}`,
    })),
    {
      kind: 'resource_type',
      condition: { resource_type: { in: [member.resourceType] } },
      text: `type ${member.resourceType}`,
    },
    { kind: 'region', condition: { region: { in: [member.region] } }, text: `region ${member.region}` },
  ];
}

/** AWS limits keys to 128 and values to 256 characters. Rules accept no longer ones. */
const maximumKeyLength = 128;
const maximumValueLength = 256;

/** Tags that describe something else than the application. Keys are normalised. */
const otherSubjects = /^(name|env|stage)$|environment|owner|team|cost/;

function tagFacts(tags: Readonly<Record<string, string>>): readonly Fact[] {
  const facts = new Map<string, Fact>();
  for (const [key, value] of Object.entries(tags)) {
    if (key === '' || key.length > maximumKeyLength || value.length > maximumValueLength) continue;
    if (key.toLowerCase().startsWith('aws:')) continue;
    const normalized = normalizeTagKey(key);
    if (otherSubjects.test(normalized)) continue;
    const text = value === '' ? `tag ${key} without a value` : `tag ${key} = ${value}`;
    // Keys that normalise to the same text are one condition.
    const identity = JSON.stringify([normalized === '' ? key : normalized, value]);
    if (!facts.has(identity))
      facts.set(identity, { kind: 'tag', condition: { tag: { key, equals: value } }, text });
  }
  return [...facts.values()].toSorted(byText);
}

const maximumPrefixes = 5;
const minimumPrefixLength = 3;
const separator = /[-_./:]+/g;

/** Returns the beginnings of a name that end with a separator, shortest first: `pay-`, `pay-api-`. */
function prefixesOf(name: string): readonly string[] {
  return [...name.matchAll(separator)]
    .map((match) => name.slice(0, match.index + match[0].length))
    .filter(
      (prefix) =>
        prefix.length > minimumPrefixLength && prefix.length < maximumGlobLength && !/[*?]/.test(prefix),
    )
    .slice(0, maximumPrefixes);
}

const maximumUnits = 5;

/** Returns an OU path and its parents, the whole path first. */
function unitsOf(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments
    .map((_, index) => `/${segments.slice(0, segments.length - index).join('/')}`)
    .slice(0, maximumUnits);
}

function byText(a: Fact, b: Fact): number {
  return byCodeUnit(a.text, b.text);
}
