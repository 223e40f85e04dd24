import { scimErrors } from './scim-error.ts';
import { readScimFlag } from './scim-fields.ts';

/** What a list can be filtered with: equals, starts with. */
const listOperators = ['eq', 'sw'] as const;
/** What a path of PATCH can select values with: also ends with, contains. */
export const pathOperators = ['eq', 'sw', 'ew', 'co'] as const;

/** An attribute compared with a value. */
export interface ScimCondition<Operator extends PathOperator = (typeof listOperators)[number]> {
  /** As the schema spells it. */
  readonly attribute: string;
  readonly operator: Operator;
  readonly value: string | boolean;
}

export type PathOperator = (typeof pathOperators)[number];

/** The attributes that a filter can compare, by their names as the schema spells them, with the type of their values. */
export type FilterAttributes = Readonly<Record<string, 'text' | 'flag'>>;

/** Attributes of resources that a list can be filtered by. */
export const listFilterAttributes = {
  User: { id: 'text', userName: 'text', externalId: 'text', displayName: 'text', active: 'flag' },
  Group: { id: 'text', displayName: 'text', externalId: 'text' },
} as const satisfies Readonly<Record<string, FilterAttributes>>;

const maximumLength = 2000;
const maximumConditions = 10;

/** White space, then a word, a text in quotes, or any other character. */
const token = /\s*(?:([A-Za-z][\w$:.-]*)|("(?:[^"\\]|\\.)*")|(\S))/y;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;

/**
 * Parses the filter of a list: conditions with `eq` and `sw`, joined by `and`; all of them have to hold. Source: RFC 7644,
 * section 3.4.2.2, of which this is a part.
 * @throws ScimError `invalidFilter`
 */
export function parseScimFilter(text: string, attributes: FilterAttributes): readonly ScimCondition[] {
  if (text.length > maximumLength)
    throw scimErrors.invalidFilter(`must have at most ${maximumLength} characters`);
  const { conditions, end } = readScimConditions(text, 0, attributes, listOperators);
  if (text.slice(end).trim() !== '') throw unsupported();
  return conditions;
}

/**
 * Reads conditions from a position. `end` is the position after the last one.
 * @throws ScimError `invalidFilter`
 */
export function readScimConditions<Operator extends PathOperator>(
  text: string,
  start: number,
  attributes: FilterAttributes,
  operators: readonly Operator[],
): { readonly conditions: readonly ScimCondition<Operator>[]; readonly end: number } {
  const conditions: ScimCondition<Operator>[] = [];
  let at = start;
  const next = (): RegExpExecArray | null => {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found !== null) at = token.lastIndex;
    return found;
  };
  for (;;) {
    const word = next()?.[1]?.replace(coreSchema, '').toLowerCase();
    const given = next()?.[1]?.toLowerCase();
    const literal = next();
    if (word === undefined || given === undefined || literal === null) throw unsupported();
    const attribute = Object.keys(attributes).find((name) => name.toLowerCase() === word);
    if (attribute === undefined)
      throw scimErrors.invalidFilter(`must compare one of ${Object.keys(attributes).join(', ')}`);
    const operator = operators.find((one) => one === given);
    if (operator === undefined) throw unsupported();
    const value = valueOf(literal, attributes[attribute] === 'flag');
    if (operator !== 'eq' && typeof value === 'boolean')
      throw scimErrors.invalidFilter(`${attribute} can be compared with eq only`);
    conditions.push({ attribute, operator, value });
    if (conditions.length > maximumConditions)
      throw scimErrors.invalidFilter(`must have at most ${maximumConditions} conditions`);
    const end = at;
    if (next()?.[1]?.toLowerCase() !== 'and') return { conditions, end };
  }
}

/**
 * Whether an element of a multi-valued attribute satisfies all conditions. Texts are compared without case.
 * @throws ScimError `invalidValue` for an element whose flag is neither true nor false
 */
export function matchesConditions(
  element: Readonly<Record<string, unknown>>,
  conditions: readonly ScimCondition<PathOperator>[],
): boolean {
  return conditions.every(({ attribute, operator, value }) => {
    const held = element[attribute];
    if (typeof value === 'boolean') return (readScimFlag(held, attribute) === true) === value;
    if (typeof held !== 'string') return false;
    const [text, wanted] = [held.toLowerCase(), value.toLowerCase()];
    return comparisons[operator](text, wanted);
  });
}

const comparisons: Readonly<Record<PathOperator, (text: string, wanted: string) => boolean>> = {
  eq: (text, wanted) => text === wanted,
  sw: (text, wanted) => text.startsWith(wanted),
  ew: (text, wanted) => text.endsWith(wanted),
  co: (text, wanted) => text.includes(wanted),
};

function valueOf([, word, quoted]: RegExpExecArray, isFlag: boolean): string | boolean {
  const text = quoted === undefined ? undefined : unquote(quoted);
  if (!isFlag) {
    if (text === undefined) throw scimErrors.invalidFilter('must compare with a text in double quotes');
    return text;
  }
  // Microsoft Entra ID sends booleans as texts.
  const flag = (text ?? word)?.toLowerCase();
  if (flag !== 'true' && flag !== 'false') throw scimErrors.invalidFilter('must compare with true or false');
  return flag === 'true';
}

function unquote(quoted: string): string {
  let text: unknown;
  try {
    text = JSON.parse(quoted);
  } catch {
    text = undefined;
  }
  if (typeof text !== 'string' || text.includes('\0') || !text.isWellFormed())
    throw scimErrors.invalidFilter('has an invalid text in quotes');
  return text;
}

function unsupported(): Error {
  return scimErrors.invalidFilter('must be conditions such as userName eq "ada@example.com", joined by and');
}
