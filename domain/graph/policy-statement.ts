import { isArray, isObject } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Audience } from './edge-rule.ts';
import { externalKey } from './external-type.ts';
import { identifierKey } from './identifier-key.ts';

/** Conditions of a statement: operator → key → values, at most 20. */
export type StatementConditions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Keys of conditions that name the caller. AWS ignores their case. Source: IAM User Guide, AWS global condition context keys, and
 * the condition keys of KMS and S3.
 */
export const callerKeys = {
  account: [
    'aws:PrincipalAccount',
    'aws:SourceAccount',
    'aws:SourceOwner',
    'kms:CallerAccount',
    's3:DataAccessPointAccount',
  ],
  arn: ['aws:PrincipalArn', 'aws:SourceArn', 's3:DataAccessPointArn'],
  organization: ['aws:PrincipalOrgID', 'aws:SourceOrgID'],
  organizationPath: ['aws:PrincipalOrgPaths', 'aws:SourceOrgPaths'],
} as const;

/** Returns whom a statement allows; undefined if its effect is not `Allow`. */
export function audienceOf(statement: JsonObject): Audience | undefined {
  if (statement['Effect'] !== 'Allow') return undefined;
  const { Principal: principal, NotPrincipal: except, Condition: condition } = statement;
  const isWide = except !== undefined || isEveryone(principal) || isEveryone(memberOf(principal, 'AWS'));
  if (!isWide) return 'named';
  return conditionsIn(condition).some(namesCallers) ? 'narrowed' : 'open';
}

/** Returns the conditions of a statement with 20 values at most, longer ones than 200 characters left out. */
export function readConditions(statement: JsonObject): StatementConditions | undefined {
  const read: Record<string, Record<string, string[]>> = {};
  let room = maximumConditionValues;
  for (const { operator, key, values } of conditionsIn(statement['Condition'])) {
    const kept = values.filter((value) => value.length <= maximumConditionLength).slice(0, room);
    if (kept.length === 0) continue;
    room -= kept.length;
    (read[operator] ??= {})[key] = kept;
  }
  return Object.keys(read).length === 0 ? undefined : read;
}

/**
 * Returns the conditions of several statements for the same principal: none if one of them has none, else all of them,
 * 20 values at most.
 */
export function mergeConditions(
  one: StatementConditions | undefined,
  other: StatementConditions | undefined,
): StatementConditions | undefined {
  if (one === undefined || other === undefined) return undefined;
  const merged: Record<string, Record<string, readonly string[]>> = {};
  let room = maximumConditionValues;
  for (const conditions of [one, other]) {
    for (const [operator, byKey] of Object.entries(conditions)) {
      for (const [key, values] of Object.entries(byKey)) {
        const known = merged[operator]?.[key] ?? [];
        const added = values.filter((value) => !known.includes(value)).slice(0, room);
        room -= added.length;
        if (added.length > 0) (merged[operator] ??= {})[key] = [...known, ...added];
      }
    }
  }
  return merged;
}

const maximumConditionValues = 20;
const maximumConditionLength = 200;

interface Condition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** Names of operators and keys, which are not names of members that every object has. */
const operatorForm = /^[A-Z][A-Za-z]{1,60}(?::[A-Z][A-Za-z]{1,60})?$/;
const keyForm = /^[^:]{1,100}:.{1,200}$/s;

function conditionsIn(condition: Json | undefined): readonly Condition[] {
  if (!isObject(condition)) return [];
  return Object.entries(condition).flatMap(([operator, byKey]) =>
    isObject(byKey) && operatorForm.test(operator)
      ? Object.entries(byKey)
          .filter(([key]) => keyForm.test(key))
          .map(([key, values]) => ({ operator, key, values: textsOf(values) }))
      : [],
  );
}

/** An operator with `IfExists` or `ForAllValues` also allows callers without the key. Source: IAM User Guide, condition operators. */
const restrictingOperator = /^(?:ForAnyValue:)?(?:String|Arn)(?:Equals|Like|EqualsIgnoreCase)$/;

/** Whether a condition holds only for callers that each of its values names. */
function namesCallers({ operator, key, values }: Condition): boolean {
  const name = key.toLowerCase();
  const isNamed = nameForms.find(([keys]) => keys.some((one) => one.toLowerCase() === name))?.[1];
  return (
    isNamed !== undefined && restrictingOperator.test(operator) && values.length > 0 && values.every(isNamed)
  );
}

const nameForms: readonly (readonly [readonly string[], (value: string) => boolean])[] = [
  [callerKeys.account, (value) => externalKey('account', value) !== null],
  [callerKeys.organization, (value) => externalKey('organization', value) !== null],
  [
    callerKeys.organizationPath,
    (value) => externalKey('organization', value.split('/', 1)[0] ?? '') !== null,
  ],
  [
    callerKeys.arn,
    (value) =>
      externalKey('account', value.split(':', 5)[4] ?? '') !== null || identifierKey('arn', value) !== null,
  ],
];

function isEveryone(value: Json | undefined): boolean {
  return value === '*' || (isArray(value) && value.includes('*'));
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}

function textsOf(value: Json): readonly string[] {
  return (isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'boolean' || typeof one === 'number' ? [String(one)] : [],
  );
}
