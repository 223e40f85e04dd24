import { form } from '../form.ts';
import { entityArguments, entityFilters, entityTools, supportsFilters } from '../entity-arguments.ts';
import { read } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import type { Question } from '../question.ts';
import { describeFilters, describeTypes, resourceArguments, resourceFilters } from '../resource-arguments.ts';
import { plural } from '../write-text.ts';

export const countResourcesForm = form({
  name: 'count resources',
  family: 'count',
  examples: [
    'How many SQS queues are in eu-west-1?',
    'How many resources do we have in total?',
    'count the buckets with tag Owner=team-payments',
    'How many lambda functions are not managed by any code?',
  ],
  patterns: [
    'how many RES',
    'how many of RES',
    'count [of] RES',
    'number of RES',
    'show number of RES',
    'what number of RES',
    'RES count',
    'how many RES number',
    'how many RES in number',
    'number RES',
    'is RES',
  ],
  accepts: resourceFilters,
  *plan(question) {
    return yield* countText(question);
  },
});

export const countDeleted = form({
  name: 'count deleted resources',
  family: 'count',
  examples: ['How many deleted queues are recorded?', 'How many resources are deleted?'],
  patterns: ['how many delete RES', 'how many RES delete', 'number of delete RES', 'count delete RES'],
  accepts: resourceFilters,
  *plan(question) {
    const filters = { ...question.filters, attributes: [...question.filters.attributes, 'deleted'] };
    return yield* countText({ ...question, filters });
  },
});

export const countOwned = form({
  name: 'count resources of a team or project',
  family: 'count',
  examples: [
    'How many resources does team Payments own?',
    'How many queues does project terraform/shop/production manage?',
  ],
  patterns: ['how many RES NAME own', 'how many RES NAME manage', 'number of RES NAME own'],
  accepts: { ...resourceFilters, scopes: ['account', 'environment'] },
  when: ({ names }) => names[0]?.field !== 'account' && names[0]?.types === undefined,
  *plan(question) {
    const [name] = question.names;
    const field =
      name?.field === 'project' || name?.field === 'application' ? name.field : ownerField(question);
    const scopes = [...question.filters.scopes, { field, text: name?.text ?? '' }];
    return yield* countText({ ...question, filters: { ...question.filters, scopes } });
  },
});

/** A name with slashes is the path of a project. */
function ownerField({ names }: Question): 'team' | 'project' {
  return names[0]?.text.includes('/') === true ? 'project' : 'team';
}

export const countEntities = form({
  name: 'count records',
  family: 'count',
  examples: [
    'How many accounts are connected?',
    'How many applications do we have?',
    'How many pull requests are open?',
  ],
  patterns: [
    'how many ENTITY',
    'count [of] ENTITY',
    'number [of] ENTITY',
    'how many of ENTITY',
    'show number of ENTITY',
    'is ENTITY',
  ],
  accepts: entityFilters,
  when: (question) => question.entity !== 'resource' && supportsFilters(question),
  *plan(question) {
    const { entity = 'account' } = question;
    const { tool, one, several } = entityTools[entity];
    const prepared = yield* entityArguments(question);
    const reply = yield* read(tool, { ...prepared.arguments, count_only: true });
    const noun = plural(reply.total, one, several);
    const verb = plural(reply.total, 'matches', 'match');
    return `${reply.total ?? 'No count of'} ${prepared.adjective}${noun} ${verb}${prepared.phrase(reply.subject)}.`;
  },
});

function* countText(question: Question): ToolPlan {
  const prepared = yield* resourceArguments(question);
  const reply = yield* read('count_resources', prepared.arguments);
  const noun = describeTypes(question.types, reply.total);
  const filters = describeFilters(question, prepared.scopes, reply.subject);
  return `${plural(reply.total, 'There is', 'There are')} ${reply.total ?? 'no count of'} ${noun}${filters}.`;
}
