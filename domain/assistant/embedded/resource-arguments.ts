import type { Json, JsonObject } from '../../json/json.ts';
import type { AcceptedFilters, Question } from './question.ts';
import { resolveScopes } from './resolve-name.ts';
import type { ResolvedScope } from './resolve-name.ts';
import { PlanEnded } from './plan.ts';
import type { ToolPlan } from './plan.ts';
import type { OkReply } from './tool-reply.ts';
import { titleOfType } from './type-names.ts';
import { pluralOf } from './type-names.ts';
import { joinTexts, plain, plural } from './write-text.ts';

const maximumValues = 20;
const managementStates = ['managed', 'unmanaged', 'ignored', 'child', 'default', 'unknown'];
const statuses = ['active', 'deleted', 'unobserved'];
const resourceScopes = ['account', 'application', 'environment', 'team', 'project'] as const;

/** The filters of questions about resources. */
export const resourceFilters = {
  scopes: resourceScopes,
  regions: true,
  tags: true,
  attributes: [...managementStates, ...statuses, 'unowned'],
} as const satisfies AcceptedFilters;

/** The arguments of a search of resources, and the phrase that states them in an answer. */
export interface ResourceArguments {
  readonly arguments: JsonObject;
  readonly scopes: readonly ResolvedScope[];
}

/** Translates types and filters of a question to the arguments of `search_resources` and `count_resources`. */
export function* resourceArguments(
  question: Pick<Question, 'types' | 'filters'>,
  accepted: readonly string[] = resourceScopes,
): ToolPlan<ResourceArguments> {
  const { filters, types } = question;
  const scopes = yield* resolveScopes(filters.scopes, accepted);
  const [field] = scopes.map((scope) => scope.field);
  if (filters.hasAlternatives === true && scopes.some((scope) => scope.field !== field))
    throw new PlanEnded(
      `The names that "or" joins are of different kinds (${joinTexts(unique(scopes.map((scope) => scope.field)))}); ask for each alone.`,
    );
  const args: Record<string, Json> = {};
  if (types.length > 0) args['resource_type'] = types.slice(0, maximumValues);
  if (filters.regions.length > 0) args['region'] = unique(filters.regions);
  if (filters.tags.length > 0) args[filters.tagJoint === 'and' ? 'all_tags' : 'tag'] = unique(filters.tags);
  if (filters.withoutTags.length > 0) args['without_tag'] = unique(filters.withoutTags);
  const states = filters.attributes.filter((value) => managementStates.includes(value));
  if (states.length > 0) args['management_state'] = unique(states);
  const wanted = filters.attributes.filter((value) => statuses.includes(value));
  if (wanted.length > 0) args['status'] = unique(wanted);
  if (filters.attributes.includes('unowned')) args['without_owner'] = true;
  for (const { field, value } of scopes) args[field] = appendValue(args[field], value);
  return { arguments: args, scopes };
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].slice(0, maximumValues);
}

/** Adds a value to an argument that accepts one or several. */
export function appendValue(present: Json | undefined, value: string): Json {
  if (present === undefined) return value;
  return [...(Array.isArray(present) ? (present as readonly Json[]) : [present]), value];
}

/** Returns `SQS queues`, `SQS queue`, or `resources`. */
export function describeTypes(types: readonly string[], count: number | null): string {
  if (types.length === 0) return plural(count, 'resource', 'resources');
  const titles = types
    .slice(0, 4)
    .map((type) => plural(count, titleOfType(type), pluralOf(titleOfType(type))));
  return types.length > 4
    ? `${joinTexts(titles.slice(0, 3), 'or')} or similar types`
    : joinTexts(titles, 'or');
}

/**
 * Returns the filters of a question as a phrase: ` in region eu-west-1, in account X [r1]`. The reply's subject is the
 * record that a stated account, application or project names.
 */
export function describeFilters(
  { filters }: Pick<Question, 'filters'>,
  scopes: readonly ResolvedScope[],
  subject: OkReply['subject'],
): string {
  const states = filters.attributes.filter((value) => value !== 'unowned');
  // With several scopes, the subject of a response is the first of these, if there is one.
  const cited =
    scopes.length === 1
      ? 0
      : scopes.findIndex(({ field }) => ['account', 'application', 'project'].includes(field));
  const parts = [
    ...(states.length > 0 ? [`with the state ${joinTexts(states, 'or')}`] : []),
    ...(filters.attributes.includes('unowned') ? ['without an owner'] : []),
    ...(filters.regions.length > 0 ? [`in ${joinTexts(filters.regions.map(plain), 'or')}`] : []),
    ...scopes.map((scope, index) => describeScope(scope, index === cited ? subject : undefined)),
    ...(filters.tags.length > 0
      ? [
          filters.tagJoint === 'and'
            ? `with the tags ${joinTexts(filters.tags.map(plain))}`
            : `with the tag ${joinTexts(filters.tags.map(plain), 'or')}`,
        ]
      : []),
    ...(filters.withoutTags.length > 0
      ? [`without the tag ${joinTexts(filters.withoutTags.map(plain), 'or')}`]
      : []),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

const scopePhrases: Readonly<Record<string, string>> = {
  team: 'owned by the team',
  project: 'managed by the project',
  environment: 'in the environment',
  application: 'of the application',
  account: 'in the account',
};

/** Returns `in the account X [r1]`. */
export function describeScope({ field, value, text }: ResolvedScope, subject?: string): string {
  const phrase = scopePhrases[field] ?? `of the ${field}`;
  const ref = /^r\d+$/.test(value) ? value : subject;
  const name = /^r\d+$/i.test(text) ? '' : ` ${plain(text)}`;
  return `${phrase}${name}${ref === undefined ? '' : ` [${ref}]`}`;
}
