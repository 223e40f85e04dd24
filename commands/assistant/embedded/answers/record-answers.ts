import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import type { PropertyWords } from '../../../../domain/assistant/embedded/property-words.ts';
import { propertyNames } from '../../../../domain/assistant/embedded/property-words.ts';
import { similarTexts } from '../../../../domain/assistant/embedded/similar-texts.ts';
import type { ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import { titleOfType } from '../../../../domain/assistant/embedded/type-names.ts';
import {
  cite,
  hasTexts,
  hiddenText,
  joinTexts,
  plain,
  rowNameOf,
  scalarText,
  textOf,
  timeOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import { isObject } from '../../../../domain/json/json.ts';
import type { Json, JsonObject } from '../../../../domain/json/json.ts';

export function* readRow(found: ReplyRow): ToolPlan<ReplyRow> {
  const [row = found] = (yield* read('get_resource', { resource: found.ref })).rows;
  return row;
}

export function* showResource(found: ReplyRow): ToolPlan {
  return resourceText(yield* readRow(found));
}

function resourceText(row: ReplyRow): string {
  const { fields } = row;
  const hasNames = hasTexts(row);
  const type = textOf(fields, 'resource_type');
  return [
    `${cite(row)}: ${titleOfType(type)} (${type})`,
    `- region: ${textOf(fields, 'region')}${hasNames ? `; account: ${textOf(fields, 'account', 'account_name')}` : ''}`,
    `- status: ${textOf(fields, 'status')}; management state: ${textOf(fields, 'management_state')}`,
    ...(hasNames ? [`- ${tagsText(fields['tags'])}`] : []),
    `- ${timesText(fields)}`,
    ...(hasNames ? [] : [hiddenText(row, 'account and tags')]),
  ].join('\n');
}

function timesText(fields: JsonObject): string {
  return [
    ['created in AWS', timeOf(fields, 'created_at_source', 'created_at')],
    ['first seen', timeOf(fields, 'first_discovered_at')],
    ['last seen', timeOf(fields, 'last_seen_at')],
    ['last changed', timeOf(fields, 'last_changed_at')],
    ['deleted', timeOf(fields, 'deleted_at')],
  ]
    .filter(([, time]) => time !== '')
    .map(([label = '', time = '']) => `${label} ${time}`)
    .join('; ');
}

/** The fields of a record that is no resource. */
export function recordText(row: ReplyRow): string {
  const lines = Object.entries(row.fields).flatMap(([key, value]) => {
    const text = ['ref', 'type', 'id', 'name'].includes(key) ? '' : fieldText(key, value);
    return text === '' ? [] : [`- ${key.replaceAll('_', ' ')}: ${text}`];
  });
  return [`${row.type.replaceAll('_', ' ')} ${cite(row)}`, ...lines.slice(0, maximumFields)].join('\n');
}

const maximumFields = 30;
const maximumItems = 20;

function fieldText(key: string, value: Json): string {
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : joinTexts(
          value
            .slice(0, maximumItems)
            .map(itemText)
            .filter((text) => text !== ''),
        );
  if (isObject(value)) return itemText(value);
  return key.endsWith('_at') && typeof value === 'string' ? timeOf({ [key]: value }, key) : scalarText(value);
}

/** `Shop (resources 3)`, `create 2, delete 1` */
function itemText(value: Json): string {
  if (!isObject(value)) return scalarText(value);
  const name = textOf(value, 'name');
  const others = Object.entries(value).flatMap(([key, inner]) => {
    const text = key === 'name' ? '' : scalarText(inner);
    return text === '' || text === '0' ? [] : [`${plain(key.replaceAll('_', ' '))} ${text}`];
  });
  if (name === '') return others.join(', ');
  return others.length === 0 ? name : `${name} (${others.join(', ')})`;
}

export function* timesAnswer(found: ReplyRow): ToolPlan {
  const row = yield* readRow(found);
  return `${cite(row)}: ${timesText(row.fields)}.`;
}

/** One field of a resource, by the noun of the question. */
export function* fieldAnswer(found: ReplyRow, noun: string): ToolPlan {
  const row = yield* readRow(found);
  const { fields } = row;
  switch (noun) {
    case 'region':
      return `${cite(row)} is in the region ${textOf(fields, 'region')}.`;
    case 'account':
      return hasTexts(row)
        ? `${cite(row)} is in the account ${textOf(fields, 'account', 'account_name')}.`
        : hiddenText(row, 'account');
    case 'tag':
      return hasTexts(row) ? `${cite(row)} has ${tagsText(fields['tags'])}.` : hiddenText(row, 'tags');
    case 'type':
      return `${cite(row)} is of the type ${textOf(fields, 'resource_type')}.`;
    case 'place':
      return `${cite(row)} is in ${textOf(fields, 'region')}${hasTexts(row) ? `, account ${textOf(fields, 'account', 'account_name')}` : ''}.`;
    default:
      return `${cite(row)} is ${textOf(fields, 'status')}; its management state is ${textOf(fields, 'management_state')}.`;
  }
}

/** Whether a resource has a state. */
export function* stateAnswer(found: ReplyRow, state: string, negated: boolean): ToolPlan {
  const row = yield* readRow(found);
  const management = textOf(row.fields, 'management_state');
  const status = textOf(row.fields, 'status');
  const isSo = [management, status].includes(state) !== negated;
  return `${isSo ? 'Yes' : 'No'}: ${cite(row)} is ${status}; its management state is ${management}.`;
}

export function* tagAnswer(found: ReplyRow, tag: string): ToolPlan {
  const row = yield* readRow(found);
  if (!hasTexts(row)) return hiddenText(row, 'tags');
  const [key = '', value] = tag.split(/=(.*)/s);
  const tags = row.fields['tags'];
  const found_ = isObject(tags) ? Object.entries(tags).find(([name]) => name === key) : undefined;
  const isSo = found_ !== undefined && (value === undefined || found_[1] === value);
  return `${isSo ? 'Yes' : 'No'}: the tag ${plain(key)} of ${cite(row)} is ${found_ === undefined ? 'not set' : scalarText(found_[1])}.`;
}

function tagsText(tags: ReplyRow['fields'][string] | undefined): string {
  if (!isObject(tags) || Object.keys(tags).length === 0) return 'no tags';
  const texts = Object.entries(tags)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${plain(key)}=${scalarText(value)}`);
  return `the tags ${texts.join(', ')}`;
}

const maximumPaths = 500;
const shownProperties = 12;

/** The value of a property of the configuration, by the words of its name. `undefined` when no property has such a name. */
export function* propertyAnswer(found: ReplyRow, words: string): ToolPlan<string | undefined> {
  const row = yield* readRow(found);
  const configuration = row.fields['configuration'];
  if (!isObject(configuration)) {
    if (!hasTexts(row)) return hiddenText(row, 'configuration');
    return `The configuration of ${cite(row)} is not in this answer: it is too long or was not read.`;
  }
  const paths = pathsOf(configuration);
  const matched = matchPaths(paths, words);
  if (matched.length === 0) return undefined;
  const values = matched.slice(0, 5).map(([path, value]) => `${plain(path)} is ${valueText(value)}`);
  return `${cite(row)} (${titleOfType(textOf(row.fields, 'resource_type'))}, ${textOf(row.fields, 'region')}): ${values.join('; ')}.`;
}

/** Whether the configuration of one resource is as everyday words say: `encrypted`, with the properties that say so. */
export function* conditionAnswer(
  found: ReplyRow,
  words: PropertyWords,
  negated: boolean,
): ToolPlan<string | undefined> {
  const row = yield* readRow(found);
  const type = textOf(row.fields, 'resource_type');
  const known = words.of.find(({ types }) => types.includes(type));
  if (known === undefined)
    return (yield* propertyAnswer(found, words.text)) ?? (yield* unknownProperty(found, words.text));
  const reply = yield* read('search_resources', {
    q: (textOf(row.fields, 'native_id') || rowNameOf(row)).slice(0, 200),
    resource_type: type,
    property: known.holds,
    limit: 50,
  });
  const holds = reply.rows.some(({ ref }) => ref === row.ref);
  if (!holds && reply.truncated)
    return `Not known: more than ${reply.rows.length} resources have a name like ${cite(row)}.`;
  const paths = [
    ...new Set(
      known.holds.flatMap((one) => [...one.matchAll(/[A-Za-z][\w.]{0,100}(?=[=<>!~:])/g)].map(String)),
    ),
  ];
  const values = isObject(row.fields['configuration'])
    ? pathsOf(row.fields['configuration'])
        .filter(([path]) => paths.includes(path))
        .map(([path, value]) => `${plain(path)} is ${valueText(value)}`)
    : [];
  return `${holds !== negated ? 'Yes' : 'No'}: ${cite(row)} (${titleOfType(type)}, ${textOf(row.fields, 'region')}) is ${holds ? 'with' : 'without'} ${words.text.replace(/^no /, '')}${values.length === 0 ? '' : `; ${values.join('; ')}`}.`;
}

/** Says that a resource has no property of a name, and which it has. */
export function* unknownProperty(found: ReplyRow, words: string): ToolPlan {
  const row = yield* readRow(found);
  const configuration = row.fields['configuration'];
  const names = isObject(configuration) ? pathsOf(configuration).map(([path]) => path) : [];
  const similar = similarTexts(words.replaceAll(' ', ''), names);
  const shown = similar.length > 0 ? similar : names.slice(0, shownProperties);
  return `Not understood: ${cite(row)} has no property named "${plain(words)}". ${shown.length === 0 ? 'Its configuration is not known.' : `Its properties include ${joinTexts(shown.map(plain))}.`}`;
}

type Property = readonly [path: string, value: Json];

/** The properties of a configuration by path, the nearest ones first. Texts that hold a JSON document are one property. */
function pathsOf(configuration: JsonObject): readonly Property[] {
  const found: Property[] = [];
  const queue: Property[] = Object.entries(configuration);
  for (let index = 0; index < queue.length && found.length < maximumPaths; index += 1) {
    const [path, value] = queue[index] ?? ['', null];
    found.push([path, value]);
    if (isObject(value))
      queue.push(...Object.entries(value).map(([key, inner]): Property => [`${path}.${key}`, inner]));
  }
  return found;
}

/** The properties whose last key has exactly the words, else all words. */
export function matchPaths(paths: readonly Property[], words: string): readonly Property[] {
  const wanted = words.toLowerCase().trim();
  const named = Object.hasOwn(propertyNames, wanted) ? propertyNames[wanted]?.split('|') : undefined;
  const alternatives = named === undefined ? [wanted] : [wanted, ...named];
  const keyed = paths.map(([path, value]) => ({
    property: [path, value] as const,
    key: wordsOfKey(path.split('.').at(-1) ?? ''),
  }));
  for (const text of alternatives) {
    const joined = text.replaceAll(/[\s_-]+/g, '');
    const exact = keyed.filter(({ key }) => key.replaceAll(' ', '') === joined);
    if (exact.length > 0) return exact.map(({ property }) => property);
  }
  const parts = wanted.split(/[\s_-]+/).map((part) => part.replace(/s$/, ''));
  const containing = keyed.filter(({ key }) => {
    const own = key.split(' ').map((part) => part.replace(/s$/, ''));
    return parts.every((part) => own.includes(part));
  });
  return containing.map(({ property }) => property);
}

/** `VisibilityTimeout` → `visibility timeout`. */
function wordsOfKey(key: string): string {
  return key
    .slice(0, 100)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase();
}

function valueText(value: Json): string {
  if (typeof value === 'object' && value !== null) return plain(JSON.stringify(value)) || 'empty';
  return value === null ? 'not set' : scalarText(value);
}
