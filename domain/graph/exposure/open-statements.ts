import { isArray, isObject } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { audienceOf } from '../policy-statement.ts';
import type { OpenStatement } from './exposure-fact.ts';
import { isInternet } from './internet-address.ts';

const maximumStatements = 20;
const maximumConditions = 10;

/**
 * Returns the first 20 statements of a policy that allow everyone, without those whose conditions admit only callers from fixed
 * networks or with a fixed identity. Source: S3 user guide, "The meaning of public".
 */
export function openStatements(policy: Json | undefined): readonly OpenStatement[] {
  const found: OpenStatement[] = [];
  for (const [index, statement] of statementsIn(policy).entries()) {
    if (found.length >= maximumStatements) break;
    if (audienceOf(statement) !== 'open') continue;
    const conditions = conditionsIn(statement);
    if (conditions.some(isFixed)) continue;
    const { Sid: sid } = statement;
    found.push({
      ...(typeof sid === 'string' && sid !== '' ? { sid: sid.slice(0, 200) } : {}),
      index,
      conditions: [...new Set(conditions.map(({ key }) => key.slice(0, 200)))].slice(0, maximumConditions),
    });
  }
  return found;
}

/** Returns the statements of a policy. A single statement can stand without an array. */
export function statementsIn(policy: Json | undefined): readonly JsonObject[] {
  if (!isObject(policy)) return [];
  const { Statement: statements } = policy;
  return (isArray(statements) ? statements : [statements]).filter((one): one is JsonObject => isObject(one));
}

interface Condition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

function conditionsIn(statement: JsonObject): readonly Condition[] {
  const { Condition: conditions } = statement;
  if (!isObject(conditions)) return [];
  return Object.entries(conditions).flatMap(([operator, byKey]) =>
    isObject(byKey)
      ? Object.entries(byKey).map(([key, values]) => ({
          operator,
          key,
          values: (isArray(values) ? values : [values]).map(String),
        }))
      : [],
  );
}

const networkKeys = new Set(['aws:sourcevpc', 'aws:sourcevpce', 'aws:vpcsourceip', 'aws:sourcevpcarn']);
const identityKeys = new Set([
  'aws:userid',
  'aws:principaltag',
  's3:x-amz-server-side-encryption-aws-kms-key-id',
]);
const equality = /^(?:ForAnyValue:)?(?:String|Arn)(?:Equals|Like|EqualsIgnoreCase)$/;

/** Whether a condition holds only for callers from fixed networks or with a fixed identity. */
function isFixed({ operator, key, values }: Condition): boolean {
  const name = key.toLowerCase();
  if (values.length === 0) return false;
  if (operator === 'IpAddress' && (name === 'aws:sourceip' || name === 'aws:vpcsourceip'))
    return values.every((value) => !isInternet(value));
  if (!equality.test(operator)) return false;
  const isFixedValue = values.every(
    (value) => !value.includes('*') && !value.includes('?') && !value.includes('${'),
  );
  return isFixedValue && (networkKeys.has(name) || identityKeys.has(name));
}
