import { form } from '../form.ts';
import type { Form } from '../form.ts';
import { read } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import type { Question } from '../question.ts';
import { namedResource } from '../named-resource.ts';
import { resolveName } from '../resolve-name.ts';
import type { NamedKind } from '../resolve-name.ts';
import type { ReplyRow } from '../tool-reply.ts';
import { isObject } from '../../../json/json.ts';
import { titleOfType } from '../type-names.ts';
import { cite, hasTexts, hiddenText, plain, scalarText, textOf, timeOf } from '../write-text.ts';

/** Filters that narrow the resource with a name. */
const narrowing = { regions: true, scopes: ['account'] } as const;

const shownKinds: readonly NamedKind[] = [
  'resource',
  'account',
  'application',
  'environment',
  'team',
  'project',
  'repository',
];

export const showRecord = form({
  name: 'show a record',
  family: 'one',
  examples: [
    'Show orders-production',
    'Tell me about queue orders-production in eu-west-1',
    'Show account sandbox',
  ],
  patterns: [
    'show NAME',
    'about NAME',
    'show about NAME',
    'show detail of|about|for|on NAME',
    'detail of|about|for|on NAME',
    'show everything about NAME',
    'what detail of NAME',
    'NAME detail',
  ],
  accepts: narrowing,
  when: isShown,
  plan: showPlan,
});

export const describeRecord = form({
  name: 'describe a record',
  family: 'one',
  examples: ['What is orders-production?', 'ship-orders-production'],
  patterns: ['what NAME', 'what about NAME', 'who NAME', 'NAME'],
  accepts: narrowing,
  // `what is love` names no record.
  when: (question) => question.names[0]?.certain === true && isShown(question),
  plan: showPlan,
});

export const whenSeen = form({
  name: 'when a resource was created or seen',
  family: 'one',
  examples: ['When was orders-production created?', 'When was queue orders-production last seen?'],
  patterns: [
    'when NAME create',
    'when NAME first|last seen',
    'when NAME seen first|last',
    'when NAME seen',
    'when NAME delete',
    'when NAME changed|update',
    'when NAME last changed|update',
    'when NAME changed last',
    'how old NAME',
    'what create date of NAME',
  ],
  accepts: narrowing,
  *plan(question) {
    const row = yield* namedRow(question);
    const { fields } = row;
    const times = [
      ['created in AWS', timeOf(fields, 'created_at_source', 'created_at')],
      ['first seen', timeOf(fields, 'first_discovered_at')],
      ['last seen', timeOf(fields, 'last_seen_at')],
      ['last changed', timeOf(fields, 'last_changed_at')],
      ['deleted', timeOf(fields, 'deleted_at')],
    ].filter(([, time]) => time !== '');
    return `${cite(row)}: ${times.map(([label = '', time = '']) => `${label} ${time}`).join('; ')}.`;
  },
});

export const isManaged = form({
  name: 'whether a resource has a state',
  family: 'one',
  examples: ['Is orders-production managed by code?', 'Is queue orders-production unmanaged?'],
  patterns: ['is NAME STATE', 'NAME STATE', 'is NAME manage', 'is NAME manage in|by code', 'is NAME in code'],
  accepts: narrowing,
  when: ({ attribute }) =>
    attribute === undefined ||
    [
      'managed',
      'unmanaged',
      'ignored',
      'child',
      'default',
      'unknown',
      'active',
      'deleted',
      'unobserved',
    ].includes(attribute),
  *plan(question) {
    const row = yield* namedRow(question);
    const { attribute = 'managed' } = question;
    const state = textOf(row.fields, 'management_state');
    const status = textOf(row.fields, 'status');
    const isSo = [state, status].includes(attribute);
    return `${isSo ? 'Yes' : 'No'}: ${cite(row)} is ${status}; its management state is ${state}.`;
  },
});

export const hasTag = form({
  name: 'whether a resource has a tag',
  family: 'one',
  examples: [
    'Does orders-production have the tag Owner?',
    'Is orders-production tagged with Owner=team-platform?',
  ],
  patterns: ['NAME TAG', 'is NAME TAG', 'NAME with TAG'],
  accepts: narrowing,
  *plan(question) {
    const row = yield* namedRow(question);
    if (!hasTexts(row)) return hiddenText(row, 'tags');
    const [key = '', value] = (question.tag ?? '').split(/=(.*)/s);
    const tags = row.fields['tags'];
    const found = isObject(tags) ? Object.entries(tags).find(([name]) => name === key) : undefined;
    const isSo = found !== undefined && (value === undefined || found[1] === value);
    const text = found === undefined ? 'not set' : scalarText(found[1]);
    return `${isSo ? 'Yes' : 'No'}: the tag ${plain(key)} of ${cite(row)} is ${text}.`;
  },
});

function isShown({ names, filters }: Question): boolean {
  const field = names[0]?.field;
  return field !== 'plan' && (filters.regions.length === 0 || field === undefined);
}

function* showPlan(question: Question): ToolPlan {
  const [name] = question.names;
  if (name === undefined) return '';
  const kinds: readonly NamedKind[] =
    name.field !== undefined || name.text.includes('/') ? shownKinds : shownKinds.slice(0, 5);
  const { kind, row } = yield* resolveName(name, kinds, question.filters);
  if (kind !== 'resource') return recordText(row);
  const [resource = row] = (yield* read('get_resource', { resource: row.ref })).rows;
  return resourceText(resource);
}

interface Property {
  readonly word: string;
  readonly examples: Form['examples'];
  readonly text: (row: ReplyRow) => string;
  /** The noun of a property that the data mode `schema_only` hides. */
  readonly hidden?: string;
}

const properties: readonly Property[] = [
  {
    word: 'region',
    examples: ['Which region is orders-production in?', 'What is the region of queue orders-production?'],
    text: ({ fields }) => `is in the region ${textOf(fields, 'region')}`,
  },
  {
    word: 'account',
    examples: ['Which account is orders-production in?', 'Account of the table orders-production'],
    text: ({ fields }) => `is in the account ${textOf(fields, 'account', 'account_name')}`,
    hidden: 'account',
  },
  {
    word: 'tag',
    examples: ['What are the tags of orders-production?', 'Which tags does orders-production have?'],
    text: ({ fields }) => `has ${tagsText(fields['tags'])}`,
    hidden: 'tags',
  },
  {
    word: 'type',
    examples: ['What type is ship-orders-production?', 'Type of ship-orders-production'],
    text: ({ fields }) => `is of the type ${textOf(fields, 'resource_type')}`,
  },
  {
    word: 'state|status',
    examples: ['What is the state of orders-production?', 'What status does orders-production have?'],
    text: ({ fields }) =>
      `is ${textOf(fields, 'status')}; its management state is ${textOf(fields, 'management_state')}`,
  },
];

/** One form for each property: region, account, tags, type, state. */
export const propertyForms: readonly Form[] = properties.map(({ word, examples, text, hidden }) =>
  form({
    name: `${word.replace('|', ' or ')} of a resource`,
    family: 'one',
    examples,
    patterns: [
      `what|which ${word} NAME [in]`,
      `what|which ${word} NAME belong [to]`,
      `in what|which ${word} NAME`,
      `what|which ${word} of|on|for NAME`,
      `${word} of|on|for NAME`,
      `show ${word} of|on|for NAME`,
      `show NAME 's ${word}`,
      `what|which NAME 's ${word}`,
      `NAME 's ${word}`,
      `what|which ${word} on NAME`,
      ...(word === 'region'
        ? [
            'where NAME',
            'where NAME located',
            'in which GROUP NAME located',
            'which region NAME located [in]',
          ]
        : []),
    ],
    accepts: narrowing,
    *plan(question) {
      const row = yield* namedRow(question);
      return hidden === undefined || hasTexts(row) ? `${cite(row)} ${text(row)}.` : hiddenText(row, hidden);
    },
  }),
);

function* namedRow(question: Question): ToolPlan<ReplyRow> {
  const found = yield* namedResource(question);
  const [row = found] = (yield* read('get_resource', { resource: found.ref })).rows;
  return row;
}

function resourceText(row: ReplyRow): string {
  const { fields } = row;
  const hasNames = hasTexts(row);
  const type = textOf(fields, 'resource_type');
  const times = [
    ['first seen', timeOf(fields, 'first_discovered_at')],
    ['last seen', timeOf(fields, 'last_seen_at')],
    ['last changed', timeOf(fields, 'last_changed_at')],
    ['deleted', timeOf(fields, 'deleted_at')],
  ].filter(([, time]) => time !== '');
  return [
    `${cite(row)}: ${titleOfType(type)} (${type})`,
    `- region: ${textOf(fields, 'region')}${hasNames ? `; account: ${textOf(fields, 'account', 'account_name')}` : ''}`,
    `- status: ${textOf(fields, 'status')}; management state: ${textOf(fields, 'management_state')}`,
    ...(hasNames ? [`- ${tagsText(fields['tags'])}`] : []),
    `- ${times.map(([label = '', time = '']) => `${label} ${time}`).join('; ')}`,
    ...(hasNames ? [] : [hiddenText(row, 'account and tags')]),
  ].join('\n');
}

function tagsText(tags: ReplyRow['fields'][string] | undefined): string {
  if (!isObject(tags) || Object.keys(tags).length === 0) return 'no tags';
  const texts = Object.entries(tags)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${plain(key)}=${scalarText(value)}`);
  return `the tags ${texts.join(', ')}`;
}

/** The scalar fields of a record. */
function recordText(row: ReplyRow): string {
  const lines = Object.entries(row.fields).flatMap(([key, value]) =>
    ['ref', 'type', 'id', 'name'].includes(key) || typeof value === 'object'
      ? []
      : [`- ${key}: ${scalarText(value)}`],
  );
  return [`${row.type.replaceAll('_', ' ')} ${cite(row)}`, ...lines.slice(0, 20)].join('\n');
}
