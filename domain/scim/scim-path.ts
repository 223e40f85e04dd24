import { scimErrors } from './scim-error.ts';
import { pathOperators, readScimConditions } from './scim-filter.ts';
import type { FilterAttributes, PathOperator, ScimCondition } from './scim-filter.ts';

/** The target of an operation of PATCH. Names are in lower case, because those of SCIM have no case. */
export interface ScimPath {
  /** As it was sent. */
  readonly text: string;
  /** `undefined` for an attribute of an extension. */
  readonly attribute: string | undefined;
  readonly conditions: readonly ScimCondition<PathOperator>[] | undefined;
  readonly subAttribute: string | undefined;
}

/** What the filter of a path can compare, by the attribute with the filter. */
const elementAttributes: ReadonlyMap<string, FilterAttributes> = new Map([
  ['emails', { value: 'text', type: 'text', display: 'text', primary: 'flag' }],
  ['members', { value: 'text' }],
]);
/** Elements of attributes that this service does not keep. */
const otherElements: FilterAttributes = { value: 'text', type: 'text', display: 'text', primary: 'flag' };

const maximumLength = 1000;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)(?::|$)/i;
const name = /([A-Za-z][\w$-]*)/y;

/**
 * Parses `attribute`, `attribute.sub`, `attribute[filter]` and `attribute[filter].sub`, with or without the URN of the schema.
 * Source: RFC 7644, section 3.5.2.
 * @throws ScimError `invalidPath`, `invalidFilter`
 */
export function parseScimPath(text: string): ScimPath {
  if (text.length > maximumLength)
    throw scimErrors.invalidPath('path', `must have at most ${maximumLength} characters`);
  const trimmed = text.trim();
  const own = trimmed.replace(coreSchema, '');
  if (/^urn:/i.test(own))
    return { text, attribute: undefined, conditions: undefined, subAttribute: undefined };
  let at = 0;
  const readName = (): string => {
    name.lastIndex = at;
    const found = name.exec(own)?.[1];
    if (found === undefined) throw malformed(text);
    at += found.length;
    return found.toLowerCase();
  };
  const attribute = readName();
  let conditions: ScimPath['conditions'];
  if (own[at] === '[') {
    const read = readScimConditions(
      own,
      at + 1,
      elementAttributes.get(attribute) ?? otherElements,
      pathOperators,
    );
    const close = own.indexOf(']', read.end);
    if (close === -1 || own.slice(read.end, close).trim() !== '') throw malformed(text);
    ({ conditions } = read);
    at = close + 1;
  }
  let subAttribute: string | undefined;
  if (own[at] === '.') {
    at += 1;
    subAttribute = readName();
  }
  if (at !== own.length) throw malformed(text);
  return { text, attribute, conditions, subAttribute };
}

function malformed(text: string): Error {
  return scimErrors.invalidPath('path', `${text.slice(0, 100)} is not a path of an attribute`);
}
