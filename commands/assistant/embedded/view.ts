import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import { PlanEnded } from '../../../domain/assistant/embedded/plan.ts';
import { joinTexts, rowNameOf, textOf } from '../../../domain/assistant/embedded/write-text.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import { leftOutAnswer } from './answers/fixed-answers.ts';
import type { Resolution, Resolved } from './resolve-names.ts';
import { emptyQuery, askedStates, askedStatuses } from './resource-query.ts';
import type { ResourceQuery, Scope } from './resource-query.ts';
import type { Slots } from './slots.ts';

/** The slots of a question with the records that its names stand for. */
export interface View {
  readonly slots: Slots;
  readonly now: Date;
  readonly resolutions: readonly Resolution[];
  /** The names without a record. */
  readonly missing: readonly Resolution[];
  /** Unknown words, which may name a property. */
  readonly leftovers: readonly string[];
  has(...cues: readonly Cue[]): boolean;
  /** Whether the question names a noun of records. */
  noun(...nouns: readonly string[]): boolean;
  /** Names that stand for a record of one of these kinds, the subject before the places; none that the question excludes. */
  records(kinds: readonly NamedKind[]): readonly (Resolution & { readonly found: readonly Resolved[] })[];
  /** Whether the question describes a set of resources. */
  readonly isSet: boolean;
}

export function viewOf(slots: Slots, resolutions: readonly Resolution[], now: Date): View {
  const missing = resolutions.filter(({ found }) => found.length === 0);
  return {
    slots,
    now,
    resolutions,
    missing,
    leftovers: missing.filter(({ name }) => !name.certain).map(({ name }) => name.text),
    has: (...cues) => cues.some((cue) => slots.cues.has(cue)),
    noun: (...nouns) => slots.nouns.some(({ noun }) => nouns.includes(noun)),
    isSet: slots.types.length > 0 || slots.nouns.some(({ noun }) => noun === 'resource'),
    records(kinds) {
      const matching = resolutions.flatMap((resolution) => {
        if (resolution.name.negated) return [];
        const found = resolution.found.filter(({ kind }) => kinds.includes(kind));
        return found.length === 0 ? [] : [{ ...resolution, found }];
      });
      const isPlace = ({ name }: Resolution) => Number(name.role === 'place' || name.role === 'before');
      return matching.toSorted((one, other) => isPlace(one) - isPlace(other));
    },
  };
}

/** Words behind which a part of a name follows: `whose name contains orders`. */
const naming = new Set(['contains', 'containing']);

/** States of changes, which the readings of changes apply. */
const ofChanges = ['explained', 'unexplained'];

const scopeKinds: readonly NamedKind[] = ['account', 'environment', 'application', 'team', 'project'];

/**
 * The set of resources that a question describes: its types and filters, with every name as a restriction.
 * @throws PlanEnded when a name stands for several records, or for none that can restrict a set
 */
export function queryOf({ slots, resolutions }: View, without: readonly Resolution[] = []): ResourceQuery {
  const scopes: Scope[] = [];
  const excluded: Scope[] = [];
  const texts: string[] = [];
  const withoutTexts: string[] = [];
  const isNaming = slots.spans.some(({ text }) => naming.has(text.toLowerCase()));
  for (const resolution of resolutions) {
    if (without.some(({ name }) => name === resolution.name)) continue;
    const isResource =
      resolution.found.length > 0 && resolution.found.every(({ kind }) => kind === 'resource');
    // `everything with the name X`
    const isNamed =
      isResource && slots.types.length === 0 && slots.nouns.some(({ noun }) => noun === 'resource');
    // `parameters with feature-flags`: a part of names of the set itself.
    const isOfSet =
      isResource &&
      slots.typesPlural &&
      resolution.found.every(({ row }) => slots.types.includes(textOf(row.fields, 'resource_type')));
    if (isOfSet && resolution.name.negated) {
      withoutTexts.push(resolution.name.text);
      continue;
    }
    if (isNamed || isOfSet || (isNaming && isResource)) {
      texts.push(resolution.name.text);
      continue;
    }
    const several = resolution.found.filter(({ kind }) => kind === resolution.name.severalOf);
    if (several.length > 1 && !resolution.name.negated) {
      scopes.push(
        ...several.map(({ kind, row }) => ({
          kind,
          value: row.ref,
          text: rowNameOf(row) || resolution.name.text,
        })),
      );
      continue;
    }
    const scope = scopeOf(resolution);
    if (scope !== undefined) (resolution.name.negated ? excluded : scopes).push(scope);
  }
  if (slots.hasAlternatives && new Set(scopes.map(({ kind }) => kind)).size > 1 && scopes.length > 1)
    throw new PlanEnded(
      `The names that "or" joins are of different kinds (${joinTexts([...new Set(scopes.map(({ kind }) => kind))])}); ask for each alone.`,
    );
  const known = [...askedStates, ...askedStatuses, 'unowned', 'in_sync'];
  const states = slots.states.filter(({ value }) => known.includes(value));
  const other = slots.states.find(({ value }) => !known.includes(value) && !ofChanges.includes(value));
  if (other !== undefined) throw new PlanEnded(leftOutAnswer([other.value.replaceAll('_', ' ')]));
  texts.push(...slots.namings.filter(({ negated }) => !negated).map(({ value }) => value));
  return {
    ...emptyQuery,
    types: slots.types,
    ...(texts[0] === undefined ? {} : { text: texts[0] }),
    scopes,
    regions: slots.regions.filter(({ negated }) => !negated).map(({ value }) => value),
    tags: slots.tags.filter(({ negated }) => !negated).map(({ value }) => value),
    tagJoint: slots.tagJoint,
    withoutTags: slots.tags.filter(({ negated }) => negated).map(({ value }) => value),
    states: states.filter(({ negated }) => !negated).map(({ value }) => value),
    conditions: slots.conditions,
    excluded: {
      types: slots.excludedTypes,
      scopes: excluded,
      regions: slots.regions.filter(({ negated }) => negated).map(({ value }) => value),
      states: states.filter(({ negated }) => negated).map(({ value }) => value),
      texts: [...withoutTexts, ...slots.namings.filter(({ negated }) => negated).map(({ value }) => value)],
    },
  };
}

/** Every name that can be a team is one. */
export function asTeam(view: View): View {
  const resolutions = view.resolutions.map((resolution) => {
    const teams = resolution.found.filter(({ kind }) => kind === 'team');
    return teams.length > 0 && resolution.name.role !== 'place'
      ? { ...resolution, found: teams }
      : resolution;
  });
  return { ...view, resolutions };
}

function scopeOf({ name, found }: Resolution): Scope | undefined {
  const usable = found.filter(({ kind }) => scopeKinds.includes(kind));
  const [first] = usable;
  if (first === undefined) {
    if (found.length === 0) return undefined;
    throw new PlanEnded(
      `"${name.text.slice(0, 100)}" is a ${found[0]?.kind.replaceAll('_', ' ') ?? 'record'}, which cannot restrict a list of resources.`,
    );
  }
  // `in production` is the environment before an application of that name.
  const preferred = scopeKinds.flatMap((kind) => usable.filter((one) => one.kind === kind));
  const kind = preferred[0]?.kind ?? first.kind;
  const same = usable.filter((one) => one.kind === kind);
  if (same.length > 1) throw new AmbiguousScope(same);
  const chosen = preferred[0] ?? first;
  // A part of a name is stated as the whole name.
  const whole = rowNameOf(chosen.row);
  return { kind, value: chosen.row.ref, text: chosen.rank >= 2 && whole !== '' ? whole : name.text };
}

/** Thrown when a restriction can be several records. */
export class AmbiguousScope extends Error {
  override readonly name = 'AmbiguousScope';
  readonly candidates: readonly Resolved[];

  constructor(candidates: readonly Resolved[]) {
    super('a name stands for several records');
    this.candidates = candidates;
  }
}
