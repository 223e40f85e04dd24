import { entityArguments, entityFilters, entityTools, supportsFilters } from '../entity-arguments.ts';
import { form } from '../form.ts';
import { read } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import type { Question } from '../question.ts';
import { describeFilters, describeTypes, resourceArguments, resourceFilters } from '../resource-arguments.ts';
import { listedRows, listRows, plural } from '../write-text.ts';

export const listResources = form({
  name: 'list resources',
  family: 'list',
  examples: [
    'List the SQS queues in eu-west-1',
    'Show all buckets without tag Owner',
    'Which functions have no owner?',
  ],
  patterns: [
    'show RES',
    'which|what RES',
    'RES',
    'show of RES',
    'what in RES',
    'which of RES',
    'which|what RES in use',
    'show name of RES',
  ],
  accepts: resourceFilters,
  *plan(question) {
    return yield* listText(question);
  },
});

export const listFiltered = form({
  name: 'list everything with a property',
  family: 'list',
  examples: ['What is unowned?', 'What is in the sandbox account?', 'What is not managed by code?'],
  patterns: [
    'what',
    'show',
    'show everything',
    'everything',
    'what in',
    'which',
    'what RES in',
    'anything',
    'is anything',
  ],
  accepts: resourceFilters,
  when: ({ filters }) =>
    filters.scopes.length +
      filters.regions.length +
      filters.tags.length +
      filters.withoutTags.length +
      filters.attributes.length >
    0,
  *plan(question) {
    return yield* listText(question);
  },
});

export const listOwned = form({
  name: 'list resources of a team',
  family: 'ownership',
  examples: ['What does team Payments own?', 'Which queues does the Shop team own?'],
  patterns: [
    'what NAME own',
    'which|what RES NAME own',
    'show RES NAME own',
    'what NAME own for',
    'show everything NAME own',
  ],
  accepts: { ...resourceFilters, scopes: ['account', 'environment'] },
  when: ({ names }) => ['team', undefined].includes(names[0]?.field) && names[0]?.types === undefined,
  *plan(question) {
    const scopes = [
      ...question.filters.scopes,
      { field: 'team' as const, text: question.names[0]?.text ?? '' },
    ];
    return yield* listText({ ...question, filters: { ...question.filters, scopes } });
  },
});

export const listDeleted = form({
  name: 'list deleted resources',
  family: 'list',
  examples: ['Show the deleted queues', 'Which resources are deleted?'],
  patterns: ['show delete RES', 'which|what RES delete', 'delete RES', 'what delete'],
  accepts: { ...resourceFilters, attributes: [] },
  *plan(question) {
    return yield* listText({ ...question, filters: { ...question.filters, attributes: ['deleted'] } });
  },
});

export const listEntities = form({
  name: 'list records',
  family: 'list',
  examples: [
    'List the teams',
    'Which accounts are unreachable?',
    'Show the open pull requests',
    'Failed runs since yesterday',
  ],
  patterns: [
    'show ENTITY',
    'which|what ENTITY',
    'ENTITY',
    'show ENTITY use',
    'which|what ENTITY use',
    'who ENTITY',
    'show last ENTITY',
    'last ENTITY',
    'what last ENTITY',
  ],
  accepts: entityFilters,
  when: (question) => question.entity !== 'resource' && supportsFilters(question),
  *plan(question) {
    const { entity = 'account' } = question;
    const { tool, one, several } = entityTools[entity];
    const prepared = yield* entityArguments(question);
    const reply = yield* read(tool, { ...prepared.arguments, limit: listedRows });
    const count = reply.total ?? (reply.rows.length === 0 ? 'No' : '');
    const noun = plural(reply.total, one, several);
    const lead = `${count} ${prepared.adjective}${noun}${prepared.phrase(reply.subject)}`.trim();
    if (reply.rows.length === 0) return `${lead}.`;
    return `${lead.charAt(0).toUpperCase()}${lead.slice(1)}:\n${listRows(reply)}`;
  },
});

export function* listText(question: Question): ToolPlan {
  const prepared = yield* resourceArguments(question);
  const reply = yield* read('search_resources', { ...prepared.arguments, limit: listedRows, sort: 'name' });
  const noun = describeTypes(question.types, reply.total);
  const lead = `${reply.total ?? 'Some'} ${noun}${describeFilters(question, prepared.scopes, reply.subject)}`;
  return reply.rows.length === 0 ? `${lead}.` : `${lead}:\n${listRows(reply)}`;
}
