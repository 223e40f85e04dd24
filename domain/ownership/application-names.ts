import { freeSlug, slugDropsLetters, slugFrom, uncutSlugFrom } from '../text/slug.ts';
import { compareCodePoints } from './condition.ts';

/** A rule that would create more applications in one run is suspended. */
export const maximumNewApplications = 500;

/** A value of the tag that names the application of resources that a rule matches. */
export interface NamingValue {
  readonly ruleId: string;
  readonly value: string;
  /** The number of resources with this value. */
  readonly resources: number;
}

export interface KnownApplication {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly archived: boolean;
}

export interface PlannedApplication {
  readonly name: string;
  readonly slug: string;
  /** The first rule that names it. */
  readonly ruleId: string;
}

export interface ApplicationPlan {
  /** Ids of the applications that exist and are not archived, by the value of the tag. */
  readonly idsByValue: ReadonlyMap<string, string>;
  readonly created: readonly PlannedApplication[];
  /** Names of the applications, also of planned ones, by the value of the tag. */
  readonly namesByValue: ReadonlyMap<string, string>;
  /** Rules with more than {@link maximumNewApplications} new applications. Nothing is created for them. */
  readonly exhaustedRuleIds: readonly string[];
}

/** Returns the name that a tag's value means: without control characters, trimmed, at most 200 characters. */
export function applicationNameFrom(value: string): string {
  const text = value.replaceAll(/\p{Cc}/gu, '').trim();
  return Array.from(text).slice(0, 200).join('').trim();
}

/**
 * Decides which applications the values of tags mean. A value means the application whose slug, or name as an uncut slug,
 * equals the value's. A value whose slug is empty or drops letters means the application with exactly this name. An
 * application that is not archived wins over an archived one. A value that means only an archived application gives nothing.
 * Other values need a new application, named by the spelling of the most resources.
 *
 * @param values in the order of the rules
 */
export function planApplications(
  values: readonly NamingValue[],
  applications: readonly KnownApplication[],
): ApplicationPlan {
  const known = indexApplications(applications);
  const taken = new Set(applications.map(({ slug }) => slug));
  const planned = new Map<string, string>();
  const idsByValue = new Map<string, string>();
  const namesByValue = new Map<string, string>();
  const created: PlannedApplication[] = [];
  const exhaustedRuleIds: string[] = [];
  for (const [ruleId, ofRule] of Map.groupBy(values, ({ ruleId: id }) => id)) {
    const missing: [key: string, values: readonly NamingValue[]][] = [];
    for (const [key, spellings] of Map.groupBy(ofRule, ({ value }) => keyOf(applicationNameFrom(value)))) {
      const application = known.get(key);
      if (application === undefined) {
        const name = planned.get(key);
        if (name !== undefined) for (const { value } of spellings) namesByValue.set(value, name);
        else if (key !== '') missing.push([key, spellings]);
      } else if (!application.archived) {
        for (const { value } of spellings) {
          idsByValue.set(value, application.id);
          namesByValue.set(value, application.name);
        }
      }
    }
    if (missing.length > maximumNewApplications) {
      exhaustedRuleIds.push(ruleId);
      continue;
    }
    for (const [key, spellings] of missing) {
      const name = commonest(spellings);
      // The slug of 支付-api is api: the value `api` would mean the new application.
      const slug = freeSlug(slugDropsLetters(name) ? 'application' : slugFrom(name, 'application'), taken);
      taken.add(slug);
      planned.set(key, name);
      for (const { value } of spellings) namesByValue.set(value, name);
      created.push({ name, slug, ruleId });
    }
  }
  return { idsByValue, namesByValue, created, exhaustedRuleIds };
}

/** Returns the uncut slug, or the exact name behind a mark when the slug is empty or drops letters; '' for an empty name. */
function keyOf(name: string): string {
  const slug = slugDropsLetters(name) ? '' : uncutSlugFrom(name);
  return slug === '' && name !== '' ? `=${name}` : slug;
}

/** Indexes by slug, then by the key of the name, archived applications last; the first application counts. */
function indexApplications(applications: readonly KnownApplication[]): ReadonlyMap<string, KnownApplication> {
  const known = new Map<string, KnownApplication>();
  const add = (key: string, application: KnownApplication) => {
    if (key !== '' && !known.has(key)) known.set(key, application);
  };
  for (const isArchived of [false, true]) {
    const indexed = applications.filter(({ archived }) => archived === isArchived);
    for (const application of indexed) add(application.slug, application);
    for (const application of indexed) add(keyOf(application.name), application);
  }
  return known;
}

function commonest(spellings: readonly NamingValue[]): string {
  const counts = new Map<string, number>();
  for (const { value, resources } of spellings) {
    const name = applicationNameFrom(value);
    counts.set(name, (counts.get(name) ?? 0) + resources);
  }
  const [first] = [...counts].toSorted(([a, x], [b, y]) => y - x || compareCodePoints(a, b));
  return first?.[0] ?? '';
}
