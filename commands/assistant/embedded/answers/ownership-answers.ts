import { groupText } from '../../../../domain/assistant/embedded/group-text.ts';
import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { arrayOf } from '../../../../domain/assistant/embedded/tool-reply.ts';
import type { OkReply, ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import {
  cite,
  joinTexts,
  listedRows,
  plain,
  rowNameOf,
  textOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import type { NamedKind } from '../../../../domain/assistant/embedded/named-kind.ts';
import { isObject } from '../../../../domain/json/json.ts';
import { prepareQuery } from '../resource-query.ts';
import type { ResourceQuery } from '../resource-query.ts';

/** The owners of a resource. */
export function* resourceOwners(row: ReplyRow): ToolPlan {
  return ownersText(cite(row), yield* read('get_ownership', { resource: row.ref }));
}

function ownersText(subject: string, reply: OkReply): string {
  const owners = related(reply, 'owner');
  return owners.length === 0
    ? `${subject} has no owner.`
    : `${subject} is owned by ${joinTexts(owners.map(ownerText))}.`;
}

/** Whether a team is an owner of an application or a resource. */
export function* teamOwnsAnswer(team: ReplyRow, kind: NamedKind, row: ReplyRow): ToolPlan {
  const reply = yield* read('get_ownership', { [kind]: row.ref });
  const isOwner = related(reply, 'owner').some(
    (owner) => owner.ref === team.ref || rowNameOf(owner) === rowNameOf(team),
  );
  return `${isOwner ? 'Yes' : 'No'}: ${ownersText(kind === 'application' ? `the application ${cite(row)}` : cite(row), reply)}`;
}

function ownerText(owner: ReplyRow): string {
  // The row of a user cites the resource, so without the user's name it has no text of its own.
  const isNameless = textOf(owner.fields, 'owner_kind') === 'user' && rowNameOf(owner) === '';
  const details = [
    isNameless ? '' : textOf(owner.fields, 'owner_kind'),
    textOf(owner.fields, 'source') === '' ? '' : `by ${textOf(owner.fields, 'source')}`,
  ];
  return `${isNameless ? 'a user' : cite(owner)} (${details.filter((detail) => detail !== '').join(', ')})`;
}

/** The owners of an application, and the teams that own the resources of an application, account, environment or project. */
export function* scopeOwners(kind: string, row: ReplyRow): ToolPlan {
  const reply = yield* read('count_resources', { [kind]: row.ref, group_by: 'team' });
  const owners = kind === 'application' ? yield* read('get_ownership', { application: row.ref }) : undefined;
  const stated = owners === undefined ? '' : `${ownersText(`The application ${cite(row)}`, owners)}\n`;
  if (reply.total === 0) return `${stated}No resources belong to the ${kind} ${cite(row)}.`;
  return `${stated}${reply.total ?? 'No count of'} resources of the ${kind} ${cite(row)}, by owner:\n${groupText(reply, 'team')}`;
}

/** The teams that own the resources of a set. */
export function* setOwners(query: ResourceQuery): ToolPlan {
  const prepared = yield* prepareQuery(query);
  const reply = yield* read('count_resources', { ...prepared.arguments, group_by: 'team' });
  if (reply.total === 0) return `There are no ${prepared.noun(null)}${prepared.phrase}, so nobody owns them.`;
  return `${reply.total ?? 'No count of'} ${prepared.noun(reply.total)}${prepared.phrase}, by owner:\n${groupText(reply, 'team')}`;
}

/** The applications or the environment of a resource, with the reasons when asked. */
export function* membershipAnswer(
  row: ReplyRow,
  relation: 'application' | 'environment',
  withEvidence: boolean,
): ToolPlan {
  const reply = yield* read('get_ownership', { resource: row.ref });
  const found = related(reply, relation);
  if (found.length === 0) return `${cite(row)} has no ${relation}.`;
  const texts = found.map((one) => {
    const details = [textOf(one.fields, 'status', 'source'), withEvidence ? evidenceText(one) : ''].filter(
      (detail) => detail !== '',
    );
    return details.length === 0 ? cite(one) : `${cite(one)} (${details.join(', ')})`;
  });
  return `${cite(row)} belongs to the ${found.length === 1 ? relation : `${relation}s`} ${joinTexts(texts)}.`;
}

function evidenceText({ fields }: ReplyRow): string {
  const evidence = arrayOf(fields['evidence']).flatMap((one) => {
    if (!isObject(one)) return [];
    const key = [textOf(one, 'key'), textOf(one, 'value')].filter((part) => part !== '').join('=');
    return [
      [textOf(one, 'kind').replaceAll('_', ' '), plain(key), textOf(one, 'reference')]
        .filter((part) => part !== '')
        .join(' '),
    ];
  });
  const confidence = textOf(fields, 'confidence');
  return [
    confidence === '' ? '' : `confidence ${confidence}`,
    evidence.length === 0 ? '' : `because of ${joinTexts(evidence.slice(0, 5))}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** How sure the ownership of a resource is, and why. */
export function* evidenceAnswer(row: ReplyRow): ToolPlan {
  const reply = yield* read('get_ownership', { resource: row.ref });
  const lines = ['application', 'owner', 'environment'].flatMap((relation) =>
    related(reply, relation).map((one) => {
      const details = [textOf(one.fields, 'status'), textOf(one.fields, 'source'), evidenceText(one)].filter(
        (part) => part !== '',
      );
      return `- ${relation} ${cite(one)}: ${details.length === 0 ? 'no evidence is recorded' : details.join(', ')}`;
    }),
  );
  return lines.length === 0
    ? `${cite(row)} has no application, owner or environment.`
    : [`What is known of ${cite(row)}, and why:`, ...lines].join('\n');
}

/** The applications without an owner, which are open issues. */
export function* unownedApplications(): ToolPlan {
  const issues = yield* read('list_ownership_issues', {
    issue_kind: 'unowned_application',
    limit: listedRows,
  });
  if (issues.rows.length === 0) {
    const { total } = yield* read('list_applications', { archived: false, count_only: true });
    return `No application without an owner is known, of ${total ?? 'an unknown number of'} applications.`;
  }
  const names = issues.rows.map((row) => `${textOf(row.fields, 'target') || 'an application'} [${row.ref}]`);
  return `Applications without an owner: ${issues.total ?? names.length}: ${joinTexts(names)}.`;
}

/** The rows of a relation that count: a rejected or stale membership does not. */
function related(reply: OkReply, relation: string): readonly ReplyRow[] {
  return reply.rows.filter(
    ({ fields }) =>
      fields['relation'] === relation && fields['status'] !== 'rejected' && fields['status'] !== 'stale',
  );
}
