import { form } from '../form.ts';
import { entityArguments, entityFilters, entityTools, supportsFilters } from '../entity-arguments.ts';
import { groupText, leadingGroup } from '../group-text.ts';
import { read } from '../plan.ts';
import type { ToolPlan, PlannedToolCall } from '../plan.ts';
import type { Question } from '../question.ts';
import type { Grouping } from '../item.ts';
import { describeFilters, describeTypes, resourceArguments, resourceFilters } from '../resource-arguments.ts';
import type { OkReply } from '../tool-reply.ts';
import { cite, plain } from '../write-text.ts';

/** The values of `group_by` of `count_resources`. */
const groupArguments: Readonly<Record<Grouping, string>> = {
  type: 'resource_type',
  region: 'region',
  account: 'account',
  tag: 'tag',
  state: 'management_state',
  status: 'status',
  application: 'application',
  team: 'team',
  environment: 'environment',
  project: 'project',
};

const groupNouns: Readonly<Record<Grouping, string>> = {
  type: 'type',
  region: 'region',
  account: 'account',
  tag: 'tag value',
  state: 'management state',
  status: 'status',
  application: 'application',
  team: 'team',
  environment: 'environment',
  project: 'IaC project',
};

export const groupResourcesForm = form({
  name: 'group resources',
  family: 'group',
  examples: [
    'Queues by region',
    'How many resources are there per account?',
    'Show resources grouped by tag Owner',
  ],
  patterns: [
    'RES BY',
    'RES group BY',
    'how many RES BY',
    'how many RES group BY',
    'show [number] [of] RES BY',
    'show RES group BY',
    'show [number] of RES BY',
    'count [of] RES BY',
    'number of RES BY',
    'group RES BY',
    'group of RES BY',
    'BY how many RES',
    'BY RES',
    'compare RES BY',
  ],
  accepts: resourceFilters,
  when: ({ group }) => group?.by !== 'tag' || group.key !== undefined,
  *plan(question) {
    const { by, reply, filters } = yield* grouped(question, question.group?.by ?? 'type');
    const noun = describeTypes(question.types, reply.total);
    return `${reply.total ?? 'No count of'} ${noun}${filters}, by ${groupNouns[by]}${keyText(question)}:\n${groupText(reply, by)}`;
  },
});

export const groupEntities = form({
  name: 'group records',
  family: 'group',
  examples: ['Accounts by status', 'Show the accounts by status'],
  patterns: [
    'ENTITY BY',
    'show [number] [of] ENTITY BY',
    'how many ENTITY BY',
    'count ENTITY BY',
    'group ENTITY BY',
  ],
  accepts: entityFilters,
  when: (question) =>
    supportsFilters(question) &&
    question.entity === 'account' &&
    (question.group?.by === 'status' || question.group?.by === 'state'),
  *plan(question) {
    const { entity = 'account' } = question;
    const { tool, one, several } = entityTools[entity];
    const prepared = yield* entityArguments(question);
    const reply = yield* read(tool, { ...prepared.arguments, group_by: 'status' });
    return `${reply.total ?? 'No count of'} ${reply.total === 1 ? one : several}, by status:\n${groupText(reply, 'status')}`;
  },
});

export const mostCommonType = form({
  name: 'most common type',
  family: 'group',
  examples: ['What is the most common resource type?', 'Which type is most common in eu-west-1?'],
  patterns: [
    'what|which most common [resource] type',
    'what|which most common type of resource',
    'what|which type most common',
    'most common [resource] type',
    'show most common [resource] type',
    'what most common [resource]',
    'what|which [resource] type most resource',
    'what|which type of resource most common',
    'what|which most use [resource] type',
    'what|which most most resource',
    'what most of',
  ],
  accepts: resourceFilters,
  *plan(question) {
    return yield* leaderText(question, 'type');
  },
});

export const maximumResources = form({
  name: 'group with most resources',
  family: 'group',
  examples: [
    'Which account has the most queues?',
    'Which region has the most resources?',
    'Which team owns the most buckets?',
  ],
  patterns: [
    'which|what GROUP most RES',
    'which|what GROUP own|use|manage most RES',
    'which|what GROUP with most RES',
    'GROUP with most RES',
    'show GROUP with most RES',
    'who own most RES',
    'in which|what GROUP most RES',
    'where most RES',
    'where most of RES',
    'which|what GROUP most',
  ],
  accepts: resourceFilters,
  when: ({ group }) => group?.by !== 'tag',
  *plan(question) {
    return yield* leaderText(question, question.group?.by ?? 'region');
  },
});

export const leastResources = form({
  name: 'group with fewest resources',
  family: 'group',
  examples: ['Which account has the fewest resources?', 'Which region has the least queues?'],
  patterns: [
    'which|what GROUP least RES',
    'which|what GROUP own|use|manage least RES',
    'GROUP with least RES',
    'which|what GROUP with least RES',
  ],
  accepts: resourceFilters,
  when: ({ group }) => group?.by !== 'tag',
  *plan(question) {
    return yield* fewestText(question, question.group?.by ?? 'region');
  },
});

/** The records that can have no resource, by the grouping: a tool that lists them, and its arguments. */
const groupLists: Readonly<Partial<Record<Grouping, PlannedToolCall>>> = {
  account: { tool: 'list_accounts', arguments: {} },
  application: { tool: 'list_applications', arguments: { archived: false } },
  team: { tool: 'list_teams', arguments: { is_active: true } },
  environment: { tool: 'list_environments', arguments: {} },
  project: { tool: 'list_projects', arguments: { has_state: true } },
};

/** Records without a resource have no group, so they are looked up in the list of records. */
function* fewestText(question: Question, by: Grouping): ToolPlan {
  const { reply, filters } = yield* grouped(question, by);
  const list = groupLists[by];
  const records = list && (yield* read(list.tool, list.arguments));
  const present = new Set(reply.groups.map(({ entity }) => entity));
  const empty = (records?.rows ?? []).filter(({ ref }) => !present.has(ref)).map(cite);
  const noun = describeTypes(question.types, null);
  const subject = `The ${groupNouns[by]} with the fewest ${noun}${filters}`;
  if (reply.truncated || (records?.truncated === true && empty.length === 0))
    return `${subject} is unknown, because there are more groups than one call returns.`;
  const leader = leadingGroup(reply, by, 'fewest', empty);
  if (leader === undefined) return `No ${noun}${filters} have a value for ${groupNouns[by]}.`;
  const limit = records === undefined ? ', of those with at least one,' : '';
  return `${subject}${limit} is ${leader}.\n${groupText(reply, by)}`;
}

export const usedValues = form({
  name: 'regions or types in use',
  family: 'group',
  examples: [
    'Which regions do we use?',
    'What resource types are in use?',
    'Which types do we use in sandbox?',
  ],
  patterns: [
    'which|what GROUP',
    'which|what GROUP use',
    'which|what GROUP in use',
    'show GROUP',
    'show GROUP use|in',
    'show GROUP in use',
    'which|what GROUP of RES',
    'in which|what GROUP RES',
    'which|what GROUP RES in',
    'which|what GROUP [contain] RES',
    'how many GROUP',
    'how many GROUP use',
    'how many GROUP in use',
    'number of GROUP',
    'where RES',
    'where RES located',
    'which|what type of RES',
    'which|what RES type',
  ],
  accepts: resourceFilters,
  when: ({ group, types }) =>
    group === undefined ||
    group.by === 'type' ||
    group.by === 'region' ||
    (types.length > 0 && group.by !== 'tag'),
  *plan(question) {
    const { by, reply, filters } = yield* grouped(question, question.group?.by ?? 'region');
    const count = reply.summary['group_count'];
    const noun = groupNouns[by];
    const total = `${reply.total ?? 'An unknown number of'} ${describeTypes(question.types, reply.total)}${filters}`;
    const lead =
      typeof count === 'number'
        ? `${total}, in ${count} ${count === 1 ? noun : `${noun}s`}`
        : `${total}, by ${noun}`;
    return `${lead}:\n${groupText(reply, by)}`;
  },
});

function* grouped(
  question: Question,
  by: Grouping,
): ToolPlan<{ readonly by: Grouping; readonly reply: OkReply; readonly filters: string }> {
  const prepared = yield* resourceArguments(question);
  const key = question.group?.key;
  const reply = yield* read('count_resources', {
    ...prepared.arguments,
    group_by: groupArguments[by],
    ...(by === 'tag' && key !== undefined ? { tag_key: key } : {}),
  });
  return { by, reply, filters: describeFilters(question, prepared.scopes, reply.subject) };
}

function* leaderText(question: Question, wanted: Grouping): ToolPlan {
  const { by, reply, filters } = yield* grouped(question, wanted);
  const leader = leadingGroup(reply, by, 'most');
  const noun = describeTypes(question.types, null);
  if (leader === undefined) return `No ${noun}${filters} have a value for ${groupNouns[by]}.`;
  return `The ${groupNouns[by]} with the most ${noun}${filters} is ${leader}.\n${groupText(reply, by)}`;
}

function keyText({ group }: Question): string {
  return group?.key === undefined ? '' : ` ${plain(group.key)}`;
}
