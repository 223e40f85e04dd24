import type { ConditionExpression } from '../../api-client/api-types.ts';
import { plainWords } from '../shared/numbers.ts';

/** Names of records by their ids; an unknown id is shown as it is. */
export type NameOf = (id: string) => string;

/** Returns a condition as a phrase: `tag app is web and (region is one of eu-west-1, us-east-1 or not (name matches x*))`. */
export function conditionWords(condition: ConditionExpression, nameOf: NameOf = (id) => id): string {
  const { all, any, not } = condition;
  if (all !== undefined) return joined(all, ' and ', nameOf);
  if (any !== undefined) return joined(any, ' or ', nameOf);
  if (not !== undefined) return `not (${conditionWords(not, nameOf)})`;
  const { tag, name, ou, related_to: related } = condition;
  if (tag !== undefined) return `tag ${tag.key} ${testWords(tag)}`;
  if (name !== undefined) return `name ${testWords(name)}`;
  if (ou !== undefined) return `organizational unit is under ${ou.under}`;
  if (related !== undefined) {
    const { relationship_type: type, direction, application_id: application } = related;
    const kind = type === undefined ? 'related to' : plainWords(type);
    return `${direction === undefined ? '' : `${direction} `}${kind} a member of ${nameOf(application)}`;
  }
  const [found] = listTests.filter((test) => condition[test] !== undefined);
  if (found === undefined) return 'no condition';
  const values = (condition[found]?.in ?? []).map(nameOf);
  return `${plainWords(found)} is ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
}

/** Tests of a list of values. */
export const listTests = ['resource_type', 'region', 'account', 'project', 'repository'] as const;

function joined(parts: readonly ConditionExpression[], word: string, nameOf: NameOf): string {
  return parts
    .map((part) => {
      const text = conditionWords(part, nameOf);
      return part.all === undefined && part.any === undefined ? text : `(${text})`;
    })
    .join(word);
}

function testWords(test: {
  readonly equals?: string;
  readonly in?: readonly string[];
  readonly matches?: string;
  readonly exists?: boolean;
}): string {
  if (test.equals !== undefined) return `is ${test.equals}`;
  if (test.in !== undefined) return `is one of ${test.in.join(', ')}`;
  if (test.matches !== undefined) return `matches ${test.matches}`;
  return test.exists === false ? 'is absent' : 'is present';
}
