import { callAll, read, requireOk } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { cite, textOf } from '../../../../domain/assistant/embedded/write-text.ts';
import { refusalAnswer } from '../answers/fixed-answers.ts';
import {
  dependenciesAnswer,
  dependentsAnswer,
  dependsAnswer,
  relatedAnswer,
} from '../answers/graph-answers.ts';
import { accessAnswer } from '../answers/knowledge-answers.ts';
import { propertyAnswer } from '../answers/record-answers.ts';
import type { Resolved } from '../resolve-names.ts';
import { noResponse } from '../resource-query.ts';
import type { View } from '../view.ts';
import {
  about,
  hasSubject,
  isAbout,
  isAttached,
  nameBefore,
  placeSlots,
  resourceKinds,
} from './about-record.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

/** Intents about permissions, dependencies and relationships of a resource. */
export const dependencyIntents: readonly Intent[] = [
  {
    name: 'permissions',
    nouns: new Set(),
    uses: cueSet(`permissions use ${genericCues} who where change create delete`),
    serves: cueSet(placeSlots),
    score: (view) =>
      view.has('permissions') && isAbout(view, resourceKinds)
        ? 7
        : view.has('what') &&
            isAbout(view, resourceKinds) &&
            view.records(resourceKinds)[0]?.found[0] !== undefined &&
            isRole(view) &&
            view.slots.cues.size === 1
          ? 3
          : undefined,
    // `who can receive messages from X` asks for the principals of a resourceKinds, and `what can X do` for those of a role.
    plan: (view) =>
      isRole(view)
        ? about(view, resourceKinds, 'permissions', permissionsAnswer)
        : about(view, resourceKinds, 'access', ({ row }) => accessAnswer(row)),
  },
  {
    name: 'depends on',
    nouns: cueSet('resource application'),
    uses: cueSet(`depend use need related break belong ${genericCues} who where`),
    serves: cueSet(placeSlots),
    score(view) {
      if (!view.has('depend', 'use', 'need')) return undefined;
      if (!hasSubject(view)) return undefined;
      if (
        view.has('use') &&
        !view.has('depend', 'need') &&
        (view.leftovers.length > 0 || (!isAbout(view, resourceKinds) && view.missing.length === 0))
      )
        return undefined;
      return view.has('depend', 'need') ? 6 : 5;
    },
    plan: dependPlan,
  },
  {
    name: 'related',
    nouns: cueSet('resource'),
    uses: cueSet(`related ${genericCues} use where who when`),
    serves: cueSet(`${placeSlots} conditions`),
    score: (view) =>
      (view.has('related') || isAttached(view)) && hasSubject(view) && isAbout(view, resourceKinds)
        ? 5
        : undefined,
    plan: (view) => about(view, resourceKinds, 'relationships', ({ row }) => relatedAnswer(row)),
  },
];

function isRole(view: View): boolean {
  return (
    view
      .records(resourceKinds)[0]
      ?.found.some(({ row }) => textOf(row.fields, 'resource_type') === 'AWS::IAM::Role') === true
  );
}

function* dependPlan(view: View): ToolPlan {
  const subjects = view.records(resourceKinds);
  const [first, second] = subjects;
  const types = subjects.length > 0 ? view.slots.types : [];
  if (first !== undefined && second !== undefined && view.has('depend', 'use', 'need')) {
    const [one, other] = [first, second].toSorted((left, right) => left.name.start - right.name.start);
    if (one?.found[0] !== undefined && other?.found[0] !== undefined)
      return yield* dependsAnswer(one.found[0].row, other.found[0].row);
  }
  const outgoing = view.has('need')
    ? !nameBefore(view, 'need') || view.has('what', 'which')
    : nameBefore(view, 'depend', 'use');
  const applications = view.records(['application']);
  if (first === undefined && applications.length > 0) return yield* applicationImpact(view);
  const [typeSpan] = view.slots.spans.filter(({ kind }) => kind === 'type');
  const named = outgoing && !view.slots.typesPlural && types.length > 0 ? typeSpan?.text : undefined;
  return yield* about(view, resourceKinds, 'dependency', function* depends({ row }) {
    // `what role does X use` can name a property.
    const property = named === undefined ? undefined : yield* propertyAnswer(row, named);
    return property ?? (yield* outgoing ? dependenciesAnswer(row, types) : dependentsAnswer(row, types));
  });
}

/** The dependencies of applications are the ones of their resources. */
function* applicationImpact(view: View): ToolPlan {
  const names = view.records(['application']).toSorted((one, other) => one.name.start - other.name.start);
  const rows = names.flatMap(({ found }) => found.slice(0, 1)).map(({ row }) => row);
  const [one, other] = rows;
  if (one === undefined) return refusalAnswer();
  const members = yield* read('search_resources', { application: one.ref, limit: 50, sort: 'name' });
  const lines: string[] = [];
  const outgoing = other !== undefined || nameBefore(view, 'depend', 'use', 'need');
  const looked = members.rows.filter(isDependent).slice(0, maximumMembers);
  const replies = yield* callAll(
    looked.map((member) => ({
      tool: 'get_impact',
      arguments: {
        resource: member.ref,
        direction: outgoing ? 'outgoing' : 'incoming',
        depth: 2,
        ...(other === undefined ? { limit: 10 } : { group_by: 'application' }),
      },
    })),
  );
  for (const [index, member] of looked.entries()) {
    const reply = requireOk(replies[index] ?? noResponse);
    if (other === undefined)
      lines.push(
        ...reply.rows
          .filter(({ fields }) => fields['fails'] !== false)
          .slice(0, 5)
          .map((row) => `- ${cite(member)}: ${cite(row)}`),
      );
    else if (reply.groups.some(({ entity }) => entity === other.ref)) lines.push(`- ${cite(member)}`);
  }
  const some =
    (members.total ?? 0) > maximumMembers
      ? ` (of the first ${maximumMembers} resources that were looked at)`
      : '';
  if (other !== undefined)
    return lines.length === 0
      ? `No dependency of the application ${cite(one)} on ${cite(other)} is known${some}.`
      : [
          `Yes: these resources of the application ${cite(one)} depend on resources of ${cite(other)}${some}:`,
          ...lines,
        ].join('\n');
  return [
    `What resources of the application ${cite(one)} ${outgoing ? 'depend on' : 'are needed by'}${some}:`,
    ...lines,
  ].join('\n');
}

const maximumMembers = 4;
const dependentTypes = [
  'AWS::Lambda::Function',
  'AWS::ECS::Service',
  'AWS::Lambda::EventSourceMapping',
  'AWS::EC2::Instance',
];

function isDependent({ fields }: Resolved['row']): boolean {
  return dependentTypes.includes(textOf(fields, 'resource_type'));
}

function* permissionsAnswer({ row }: Resolved): ToolPlan<string | undefined> {
  const relations = yield* read('get_relationships', { resource: row.ref, limit: 50 });
  const policies = yield* propertyAnswer(row, 'policies');
  const text = yield* propertyAnswer(row, 'role policy list');
  const lines = relations.rows.map(
    ({ ref, fields }) =>
      `- ${textOf(fields, 'relationship_type').replaceAll('_', ' ')} ${textOf(fields, 'name')} [${ref}]`,
  );
  return [
    `What is known of the permissions of ${cite(row)}: its relationships${policies === undefined && text === undefined ? '' : ' and policies'}.`,
    ...(policies === undefined ? [] : [policies]),
    ...(text === undefined ? [] : [text]),
    ...lines,
  ].join('\n');
}
