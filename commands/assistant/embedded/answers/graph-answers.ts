import { groupText } from '../../../../domain/assistant/embedded/group-text.ts';
import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import type { ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import { titleOfType } from '../../../../domain/assistant/embedded/type-names.ts';
import {
  cite,
  joinTexts,
  line,
  listedRows,
  plural,
  rowNameOf,
  textOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';

/** The largest number of rows of a tool. The rows that fail come first. */
const readRows = 50;

/** What depends on a resource directly. */
export function* dependentsAnswer(row: ReplyRow, types: readonly string[]): ToolPlan {
  return yield* impactText(
    row,
    { direction: 'incoming', depth: 1 },
    types,
    (count, name) => `${count} ${plural(count, 'record depends', 'records depend')} on ${name}`,
  );
}

/** What a resource needs directly. */
export function* dependenciesAnswer(row: ReplyRow, types: readonly string[]): ToolPlan {
  return yield* impactText(
    row,
    { direction: 'outgoing', depth: 1 },
    types,
    (count, name) => `${name} depends on ${count} ${plural(count, 'record', 'records')}`,
  );
}

export function* breaksAnswer(row: ReplyRow, types: readonly string[]): ToolPlan {
  return yield* impactText(
    row,
    {},
    types,
    (count, name) =>
      `${count} ${plural(count, 'record fails', 'records fail')} without ${name}, directly or through others`,
  );
}

/** The teams, applications or environments whose resources are related to a resource or fail without it. */
export function* affectedAnswer(row: ReplyRow, by: 'team' | 'application' | 'environment'): ToolPlan {
  const reply = yield* read('get_impact', { resource: row.ref, group_by: by });
  return reply.groups.length === 0
    ? `No ${by} is known to be affected without ${cite(row)}.`
    : `Affected without ${cite(row)}, by ${by} (resources that fail or are related):\n${groupText(reply, by)}`;
}

/** Whether a resource can be deleted: what is known to fail without it. The inventory gives no permission. */
export function* safetyAnswer(row: ReplyRow): ToolPlan {
  const reply = yield* read('get_impact', { resource: row.ref, limit: readRows });
  const failing = reply.rows.filter(({ fields }) => fields['fails'] !== false);
  const count = typeof reply.summary['failing'] === 'number' ? reply.summary['failing'] : failing.length;
  const text = yield* breaksAnswer(row, []);
  const lead =
    count === 0
      ? `Nothing in the inventory is known to fail without ${cite(row)}. It does not see the use of data or traffic, so check these before you delete it.`
      : `Not without consequences: ${count} ${plural(count, 'record', 'records')} would break.`;
  return `${lead}\n${text}`;
}

/** Counts and lists the records that fail, and apart from them the related records that do not. */
function* impactText(
  row: ReplyRow,
  args: JsonObject,
  types: readonly string[],
  lead: (count: number, name: string) => string,
): ToolPlan {
  const reply = yield* read('get_impact', { resource: row.ref, ...args, limit: readRows });
  const { total, summary } = reply;
  const rows = reply.rows.filter(
    ({ fields }) => types.length === 0 || types.includes(textOf(fields, 'resource_type')),
  );
  const failing = rows.filter(({ fields }) => fields['fails'] !== false);
  const others = rows.filter(({ fields }) => fields['fails'] === false);
  const isAll = types.length === 0;
  const count = isAll && typeof summary['failing'] === 'number' ? summary['failing'] : failing.length;
  const otherCount = isAll ? (total ?? rows.length) - count : others.length;
  const noun = plural(otherCount, 'related record is', 'related records are');
  const verb = args['direction'] === 'outgoing' ? 'be needed' : 'fail';
  const only = isAll ? '' : ` (only ${joinTexts(types.slice(0, 3).map(titleOfType), 'or')})`;
  return [
    listPeers(`${lead(count, cite(row))}${only}`, failing, count),
    ...(otherCount > 0 ? [listPeers(`${otherCount} ${noun} not known to ${verb}`, others, otherCount)] : []),
    ...(summary['is_complete'] === false ? ['The impact analysis ended early: more records exist.'] : []),
  ].join('\n');
}

export function* relatedAnswer(row: ReplyRow): ToolPlan {
  const reply = yield* read('get_relationships', { resource: row.ref, limit: listedRows });
  const noun = plural(reply.total, 'relationship', 'relationships');
  const lead = `${reply.total ?? 'Some'} ${noun} with records that are related to ${cite(row)}`;
  return listPeers(lead, reply.rows, reply.total ?? undefined);
}

/** The records at the ends of relationships of some kinds. */
export function* peersAnswer(
  row: ReplyRow,
  types: readonly string[],
  lead: (name: string) => string,
  none: (name: string) => string,
): ToolPlan {
  const reply = yield* read('get_relationships', {
    resource: row.ref,
    relationship_type: types,
    limit: listedRows,
  });
  return reply.rows.length === 0
    ? none(cite(row))
    : listPeers(lead(cite(row)), reply.rows, reply.total ?? undefined);
}

/** Whether one resource depends on another. */
export function* dependsAnswer(row: ReplyRow, other: ReplyRow): ToolPlan {
  const reply = yield* read('get_impact', {
    resource: row.ref,
    direction: 'outgoing',
    depth: 5,
    limit: readRows,
  });
  const found = reply.rows.find(({ ref }) => ref === other.ref);
  if (found === undefined) return `No dependency of ${cite(row)} on ${cite(other)} is known.`;
  const path = Array.isArray(found.fields['path'])
    ? found.fields['path'].filter((one) => typeof one === 'string')
    : [];
  return `Yes: ${cite(row)} depends on ${cite(other)}${path.length > 0 ? ` (through ${joinTexts(path.slice(0, 5))})` : ''}.`;
}

/** Returns a line for each of the first records at the other ends of relationships. */
function listPeers(lead: string, peers: readonly ReplyRow[], total = peers.length): string {
  if (peers.length === 0) return `${lead}.`;
  const lines = peers.slice(0, listedRows).map(peerLine);
  return [`${lead}:`, ...lines, ...(total > lines.length ? ['The list continues.'] : [])].join('\n');
}

/** The row of a node outside of the inventory cites the resource of the question. Without its name, it is not cited. */
function peerLine(peer: ReplyRow): string {
  const details = impactDetails(peer);
  if (peer.fields['in_inventory'] !== false || rowNameOf(peer) !== '') return line(peer, details);
  return `- a record outside of the inventory: ${details.filter((detail) => detail !== '').join(', ')}`;
}

function impactDetails({ fields }: ReplyRow): readonly string[] {
  const type = textOf(fields, 'resource_type');
  return [
    type === '' ? '' : titleOfType(type),
    textOf(fields, 'region'),
    textOf(fields, 'account'),
    textOf(fields, 'relationship_type'),
    fields['in_inventory'] === false ? 'not in the inventory' : '',
  ];
}
