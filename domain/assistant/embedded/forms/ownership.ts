import { form } from '../form.ts';
import type { Form } from '../form.ts';
import { groupText } from '../group-text.ts';
import { namedResource } from '../named-resource.ts';
import { read } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import { resolveName } from '../resolve-name.ts';
import type { OkReply, ReplyRow } from '../tool-reply.ts';
import { cite, joinTexts, rowNameOf, textOf } from '../write-text.ts';

const narrowing = { regions: true, scopes: ['account'] } as const;

export const whoOwns = form({
  name: 'owner of a record',
  family: 'ownership',
  examples: [
    'Who owns orders-production in eu-west-1?',
    'Which team owns queue payments-production?',
    'Who is the owner of application orders?',
  ],
  patterns: [
    'who own NAME',
    'what|which team|owner own NAME',
    'who NAME belong to',
    'what|which team NAME belong to|in',
    'who owner of NAME',
    'what|which owner of NAME',
    'show owner of|for NAME',
    'owner of NAME',
    'what|which owner NAME',
    'team of NAME',
    'who own for NAME',
    'NAME own by who',
    'by who NAME own',
    "NAME 's owner|team",
    "who NAME 's owner",
    "what|which NAME 's owner|team",
    'who NAME own by',
    'what|which team NAME',
    'what|which team own for NAME',
    'is NAME own',
    'NAME own',
  ],
  accepts: narrowing,
  *plan(question) {
    const [name = { text: '', certain: false }] = question.names;
    const kinds = ['resource', 'application', 'account', 'environment', 'project'] as const;
    const { kind, row } = yield* resolveName(
      name,
      name.field === undefined ? kinds.slice(0, 2) : kinds,
      question.filters,
    );
    if (kind !== 'resource') return yield* ownersOfScope(kind, row);
    return ownersText(cite(row), yield* read('get_ownership', { resource: row.ref }));
  },
});

function ownersText(subject: string, reply: OkReply): string {
  const owners = related(reply, 'owner');
  return owners.length === 0
    ? `${subject} has no owner.`
    : `${subject} is owned by ${joinTexts(owners.map(ownerText))}.`;
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
function* ownersOfScope(kind: string, row: ReplyRow): ToolPlan {
  const reply = yield* read('count_resources', { [kind]: row.ref, group_by: 'team' });
  const owners = kind === 'application' ? yield* read('get_ownership', { application: row.ref }) : undefined;
  const stated = owners === undefined ? '' : `${ownersText(`The application ${cite(row)}`, owners)}\n`;
  return `${stated}${reply.total ?? 'No count of'} resources of the ${kind} ${cite(row)}, by owner:\n${groupText(reply, 'team')}`;
}

interface Relation {
  readonly relation: 'application' | 'environment';
  readonly examples: Form['examples'];
}

const relations: readonly Relation[] = [
  {
    relation: 'application',
    examples: [
      'Which application does orders-production belong to?',
      'What is the application of queue orders-production?',
    ],
  },
  {
    relation: 'environment',
    examples: ['Which environment is orders-production in?', 'Environment of the queue orders-production'],
  },
];

/** One form for each: the applications and the environment of a resource. */
export const membershipForms: readonly Form[] = relations.map(({ relation, examples }) =>
  form({
    name: `${relation} of a resource`,
    family: 'ownership',
    examples,
    patterns: [
      `what|which ${relation} NAME`,
      `what|which ${relation} NAME belong|in|of|use [to]`,
      `to which ${relation} NAME belong`,
      `in which ${relation} NAME`,
      `what|which ${relation} of|for NAME`,
      `show ${relation} of|for NAME`,
      `${relation} of|for NAME`,
      `NAME 's ${relation}`,
      `what NAME 's ${relation}`,
      `what|which ${relation} own|use NAME`,
    ],
    accepts: narrowing,
    *plan(question) {
      const row = yield* namedResource(question);
      const reply = yield* read('get_ownership', { resource: row.ref });
      const found = related(reply, relation);
      if (found.length === 0) return `${cite(row)} has no ${relation}.`;
      const texts = found.map((one) => {
        const detail = textOf(one.fields, 'status', 'source');
        return detail === '' ? cite(one) : `${cite(one)} (${detail})`;
      });
      const noun = found.length === 1 ? relation : `${relation}s`;
      return `${cite(row)} belongs to the ${noun} ${joinTexts(texts)}.`;
    },
  }),
);

/** The rows of a relation that count: a rejected or stale membership does not. */
function related(reply: OkReply, relation: string): readonly ReplyRow[] {
  return reply.rows.filter(
    ({ fields }) =>
      fields['relation'] === relation && fields['status'] !== 'rejected' && fields['status'] !== 'stale',
  );
}
