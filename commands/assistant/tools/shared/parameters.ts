import { z } from 'zod';
import { toolLimits } from '../../../../domain/assistant/turn-limits.ts';
import { managementStateFilters, sortNames } from '../../../../domain/inventory/resource-filter.ts';
import {
  driftOutcomes,
  environmentClasses,
  exposureStates,
  resourceStatuses,
  trustScopes,
} from '../../../../domain/values.ts';

/** Control characters separate the fields in which search looks for a text. */
const noControlCharacters = /^[ -~\u0080-\uffff]*$/;
const noControlMessage = 'must not contain control characters';
const maximumValues = 20;

/** The longest text that search compares. */
export const maximumSearchText = 200;

/** A name, an id or an ARN. */
const nameText = z.string().trim().min(1).max(1024).regex(noControlCharacters, noControlMessage);
const timeText = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 timestamp' });

/** One value or several, which are combined with OR. */
export function oneOrMore<T extends z.ZodType>(value: T) {
  return z.union([value, z.array(value).min(1).max(maximumValues)]).optional();
}

/** A record that an argument names. */
export function named(description: string) {
  return nameText.describe(`${description}: name, id or ARN`);
}

/** Records that an argument names, combined with OR. */
export function namedFilter(description: string) {
  return oneOrMore(nameText).describe(`${description}: names or ids`);
}

/** The part of a list that a call returns. */
export const paging = {
  limit: z
    .int()
    .min(1)
    .max(toolLimits.rows)
    .optional()
    .describe(`Maximum number of rows, at most ${toolLimits.rows}`),
  offset: z
    .int()
    .min(0)
    .max(toolLimits.offset)
    .optional()
    .describe('Rows to skip: `next_offset` of the call before'),
};

export const countOnly = z.boolean().optional().describe('Returns `total` without rows');

export const searchText = z
  .string()
  .min(1)
  .max(maximumSearchText)
  .regex(noControlCharacters, noControlMessage);

/** The times of a window: from `since` on, before `until`. */
export const window = {
  since: timeText.optional().describe('ISO 8601, inclusive'),
  until: timeText.optional().describe('ISO 8601, exclusive'),
};

const filterText = z.string().min(1).max(300);
const tagText = z.string().min(1).max(400);

/** The filters of `GET /resources` on the current state of resources, with names in place of ids. */
export const resourceFilterParameters = {
  q: searchText.optional().describe('Part of the name, id or ARN'),
  resource_type: oneOrMore(filterText).describe('CloudFormation type, as AWS::S3::Bucket'),
  account: namedFilter('AWS accounts'),
  region: oneOrMore(filterText),
  status: oneOrMore(z.enum(resourceStatuses)).describe('Default: every status except `deleted`'),
  management_state: oneOrMore(z.enum(managementStateFilters)).describe('Whether code manages the resource'),
  tag: oneOrMore(tagText).describe('One of these tags: `key` or `key=value`'),
  all_tags: oneOrMore(tagText).describe('All of these tags'),
  without_tag: oneOrMore(tagText).describe('None of these tags'),
  application: namedFilter('Applications of the resource'),
  environment: namedFilter('Environments of the resource'),
  team: namedFilter('Teams that own the resource'),
  without_owner: z.boolean().optional().describe('No team or user owns it'),
  project: namedFilter('IaC projects of the resource'),
  owned: z.boolean().optional().describe('Whether it has an owner or an application'),
  environment_class: oneOrMore(z.enum(environmentClasses)),
  drift: oneOrMore(z.enum(driftOutcomes)).describe('Comparison with the state of its code'),
  exposure: oneOrMore(z.enum(exposureStates)).describe('Whether the resource can be reached from outside'),
  trusts: oneOrMore(z.enum(trustScopes)).describe('IAM roles that trust another account or anyone'),
  without_child: oneOrMore(filterText).describe('Resource type that it does not contain'),
  property: oneOrMore(z.string().min(1).max(512)).describe(
    'Conditions on the configuration, all of them: `<path><operator><value>` with =, !=, <, <=, >, >=, ~ (contains), :exists, ' +
      ':missing: `Runtime=nodejs14.x|python3.7`, `IpPermissions[]{FromPort<=22;ToPort>=22}`. Needs `resource_type`; ' +
      'paths: `list_properties`',
  ),
  changed_since: timeText.optional().describe('Last change'),
  created_since: timeText.optional().describe('First discovery'),
};

/** The other parameters of `GET /resources`. */
export const searchParameters = {
  include_deleted: z.boolean().optional().describe('Also deleted ones'),
  as_of: timeText.optional().describe('Inventory as of this time'),
};

export const sort = z.enum(sortNames).optional().describe('Default: -last_changed_at');

/** Returns the values of a parameter that accepts one or several. */
export function asValues<T>(value: T | readonly T[] | undefined): readonly T[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

/** Returns the time of a parameter. */
export function asDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
