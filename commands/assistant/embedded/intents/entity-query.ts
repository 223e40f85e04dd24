import { PlanEnded } from '../../../../domain/assistant/embedded/plan.ts';
import { iacSystems } from '../../../../domain/values.ts';
import { entityTools, lackedFilter } from '../answers/entity-answers.ts';
import type { EntityQuery } from '../answers/entity-answers.ts';
import { describeTypes } from '../resource-query.ts';
import type { View } from '../view.ts';

/** `apply runs` */
const runKinds = ['apply', 'destroy', 'drift'];

/**
 * The query of a question about records that are no resources.
 * @throws PlanEnded when the records have not the filter that the question states
 */
export function entityQuery(view: View): EntityQuery {
  const entity = askedEntity(view) ?? 'account';
  const runKind =
    entity === 'execution'
      ? view.slots.nouns.length > 1 &&
        runKinds.find((kind) => view.slots.spans.some(({ text }) => text.toLowerCase().endsWith(kind)))
      : undefined;
  // `iac projects that are just modules`: the last noun says the kind.
  const nounText =
    view.slots.spans.findLast((span) => span.kind === 'noun' && span.noun === entity)?.text.toLowerCase() ??
    '';
  // `terraform projects`, `helm charts`
  const system =
    entity === 'project'
      ? iacSystems.find((one) => nounText.startsWith(`${one} `) || nounText === `${one}s`)
      : undefined;
  const states = [
    ...(typeof runKind === 'string' ? [runKind] : []),
    ...(entity === 'execution' && /\bappl(?:y|ies)$/.test(nounText) && runKind === false ? ['apply'] : []),
    ...(system === undefined ? [] : [system]),
    // `modules` are projects of this kind.
    ...(entity === 'project' && /\bmodules?$/.test(nounText)
      ? [nounText.startsWith('root') ? 'root' : 'module']
      : []),
    ...view.slots.states.filter(({ negated }) => !negated).map(({ value }) => value),
  ];
  const excluded = view.slots.states.filter(({ negated }) => negated).map(({ value }) => value);
  states.push(...remainingStates(entity, states, excluded));
  const scopes = queryScopes(view);
  const lacked = lackedFilter(entity, [...states, ...excluded], scopes, view.slots.window !== undefined);
  const tool = entityTools[entity];
  if (lacked !== undefined)
    throw new PlanEnded(
      `Not understood: ${tool?.several ?? describeTypes([], null)} cannot be filtered by ${lacked}.`,
    );
  return {
    entity,
    states,
    scopes,
    now: view.now,
    ...(view.slots.window === undefined ? {} : { window: view.slots.window }),
  };
}

/** The records that are no resources which a question counts or lists. */
export function askedEntity({ slots }: View): string | undefined {
  return slots.nouns.find(({ noun }) => entityTools[noun] !== undefined)?.noun;
}

/** The noun of the records that a question counts or lists, and the ones that their states belong to. */
export function entityNounsOf(view: View): ReadonlySet<string> {
  const entity = askedEntity(view);
  // `projects in our repositories`
  return new Set([
    ...(entity === undefined ? [] : [entity]),
    ...(entity === 'project' ? ['repository'] : []),
    'status',
    'state',
  ]);
}

/** Whether the tool of the records lacks a filter of the question, which the intent of work compares itself. */
export function isComparedByWork(view: View): boolean {
  const entity = askedEntity(view) ?? '';
  if (!['plan', 'execution', 'pull_request'].includes(entity)) return false;
  const states = view.slots.states.map(({ value }) => value);
  return (
    view.leftovers.length > 0 ||
    lackedFilter(entity, states, queryScopes(view), view.slots.window !== undefined) !== undefined
  );
}

/** The other values of the filters whose values a question excludes: `not merged`. */
function remainingStates(
  entity: string,
  stated: readonly string[],
  excluded: readonly string[],
): readonly string[] {
  return Object.values(entityTools[entity]?.states ?? {}).flatMap((values) =>
    values.some((value) => excluded.includes(value)) && !values.some((value) => stated.includes(value))
      ? values.filter((value) => !excluded.includes(value))
      : [],
  );
}

function queryScopes(view: View): EntityQuery['scopes'] {
  return view.resolutions.flatMap(({ name, found }) => {
    const accepted = entityTools[askedEntity(view) ?? '']?.scopes ?? [];
    const best = found.find(({ kind }) => accepted.includes(kind)) ?? found[0];
    return best === undefined ? [] : [{ kind: best.kind, value: best.row.ref, text: name.text }];
  });
}
