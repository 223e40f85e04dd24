import type { JsonObject } from '../../../json/json.ts';
import { form } from '../form.ts';
import { namedResource } from '../named-resource.ts';
import { read } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import type { Question } from '../question.ts';
import type { ReplyRow } from '../tool-reply.ts';
import { titleOfType } from '../type-names.ts';
import { cite, line, listedRows, rowNameOf, plural, textOf } from '../write-text.ts';

const narrowing = { regions: true, scopes: ['account'] } as const;

export const dependsOn = form({
  name: 'what depends on a resource',
  family: 'graph',
  examples: [
    'What depends on orders-production?',
    'Which resources use queue orders-production in eu-west-1?',
    'Show the dependents of orders-production',
  ],
  patterns: [
    'what|who|which depend on NAME',
    'what|which RES depend on NAME',
    'show dependent of NAME',
    'dependent of NAME',
    'what dependent of NAME',
    'what|who|which use NAME',
    'what|which RES use NAME',
    'how many RES depend on NAME',
    'how many depend on NAME',
    'how many RES use NAME',
    'show RES depend on NAME',
    'is anything depend on NAME',
    'anything depend on NAME',
    'what connect to NAME',
    'NAME use by what',
    'what NAME use by',
    'who dependent of NAME',
  ],
  accepts: narrowing,
  when: ({ types }) => types.length === 0,
  *plan(question) {
    return yield* impactText(
      question,
      { depth: 1 },
      (count, name) => `${count} ${plural(count, 'record depends', 'records depend')} on ${name}`,
    );
  },
});

export const uses = form({
  name: 'what a resource uses',
  family: 'graph',
  examples: [
    'What does ship-orders-production use?',
    'What does ship-orders-production depend on?',
    'Dependencies of ship-orders-production',
  ],
  patterns: [
    'what NAME use',
    'what NAME depend on',
    'what|which RES NAME use',
    'what|which RES NAME depend on',
    'show dependency of NAME',
    'dependency of NAME',
    'what dependency of NAME',
    'what dependency NAME',
    'on what NAME depend',
    'what NAME connect to',
    "NAME 's dependency",
    'how many RES NAME use',
    'what NAME dependency',
  ],
  accepts: narrowing,
  when: ({ types, names }) => types.length === 0 && names[0]?.field === undefined,
  *plan(question) {
    return yield* impactText(
      question,
      { direction: 'outgoing', depth: 1 },
      (count, name) => `${name} depends on ${count} ${plural(count, 'record', 'records')}`,
    );
  },
});

export const relatedTo = form({
  name: 'relationships of a resource',
  family: 'graph',
  examples: ['What is related to orders-production?', 'Show the relationships of queue orders-production'],
  patterns: [
    'what|which related to|with NAME',
    'what|which RES related to|with NAME',
    'show related of|for NAME',
    'related of|for NAME',
    'show RES related to NAME',
    'what connect with NAME',
    'what connect NAME',
    'show connect of|to NAME',
    'what related of NAME',
    'what around NAME',
    'how NAME connect',
    'what NAME related to',
  ],
  accepts: narrowing,
  *plan(question) {
    const row = yield* namedResource(question);
    const reply = yield* read('get_relationships', { resource: row.ref, limit: listedRows });
    const noun = plural(reply.total, 'relationship', 'relationships');
    const lead = `${reply.total ?? 'Some'} ${noun} with records that are related to ${cite(row)}`;
    return listPeers(lead, reply.rows, reply.total ?? undefined);
  },
});

export const breaksWithout = form({
  name: 'what breaks without a resource',
  family: 'graph',
  examples: [
    'What breaks without orders-production?',
    'What is the impact of queue orders-production in eu-west-1?',
    'What fails if orders-production goes down?',
  ],
  patterns: [
    'what|which break without NAME',
    'what|which RES break without NAME',
    'what break if|when NAME goes|break|away|down|delete|missing [away|down]',
    'what break if|when NAME',
    'what happen if|when NAME goes|break|delete|missing|down|away [away|down]',
    'what happen without NAME',
    'what impact of NAME',
    'impact of NAME',
    'show impact of NAME',
    'what impact by NAME',
    'what affect by NAME',
    'what affect if NAME goes|break|delete [down|away]',
    'what NAME impact',
    'what NAME affect',
    'what impact if NAME goes|break|delete [down|away]',
    'how many RES break without NAME',
    'who affect without NAME',
    'which|what application|team affect|break without|by NAME',
  ],
  accepts: narrowing,
  when: ({ types, names }) => types.length === 0 && names[0]?.field === undefined,
  *plan(question) {
    return yield* impactText(
      question,
      {},
      (count, name) =>
        `${count} ${plural(count, 'record fails', 'records fail')} without ${name}, directly or through others`,
    );
  },
});

/** The largest number of rows of a tool. The rows that fail come first. */
const readRows = 50;

/** Counts and lists the records that fail, and apart from them the related records that do not. */
function* impactText(
  question: Question,
  args: JsonObject,
  lead: (count: number, name: string) => string,
): ToolPlan {
  const row = yield* namedResource(question);
  const reply = yield* read('get_impact', { resource: row.ref, ...args, limit: readRows });
  const { rows, total, summary } = reply;
  const failing = rows.filter(({ fields }) => fields['fails'] !== false);
  const others = rows.filter(({ fields }) => fields['fails'] === false);
  const count = typeof summary['failing'] === 'number' ? summary['failing'] : failing.length;
  const otherCount = (total ?? rows.length) - count;
  const noun = plural(otherCount, 'related record is', 'related records are');
  const verb = args['direction'] === 'outgoing' ? 'be needed' : 'fail';
  return [
    listPeers(lead(count, cite(row)), failing, count),
    ...(otherCount > 0 ? [listPeers(`${otherCount} ${noun} not known to ${verb}`, others, otherCount)] : []),
    ...(summary['is_complete'] === false ? ['The impact analysis ended early: more records exist.'] : []),
  ].join('\n');
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
  const isOutside = fields['in_inventory'] === false;
  return [
    type === '' ? '' : titleOfType(type),
    textOf(fields, 'region'),
    textOf(fields, 'account'),
    textOf(fields, 'relationship_type'),
    isOutside ? 'not in the inventory' : '',
  ];
}
