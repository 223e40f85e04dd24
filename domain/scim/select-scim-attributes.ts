import { scimErrors } from './scim-error.ts';

/** The attributes that a client wants, or does not want; in lower case. */
export interface ScimSelection {
  readonly only: ReadonlySet<string> | undefined;
  readonly without: ReadonlySet<string>;
}

/** A client cannot leave these out. Source: RFC 7643, section 3. */
const always: ReadonlySet<string> = new Set(['schemas', 'id']);
const maximumNames = 100;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/**
 * Reads `attributes` and `excludedAttributes`: names in a text with commas, or in a list. Source: RFC 7644, section 3.9.
 * @throws ScimError `invalidValue`
 */
export function readScimSelection(attributes: unknown, excluded: unknown): ScimSelection {
  const only = namesOf(attributes, 'attributes');
  return { only: only.size === 0 ? undefined : only, without: namesOf(excluded, 'excludedAttributes') };
}

/** Whether any part of an attribute is selected. */
export function isSelected({ only, without }: ScimSelection, attribute: string): boolean {
  const name = attribute.toLowerCase();
  if (always.has(name)) return true;
  if (without.has(name)) return false;
  return only === undefined || [...only].some((one) => one === name || one.startsWith(`${name}.`));
}

/** Returns the selected attributes of a resource. */
export function selectScimAttributes(
  resource: Readonly<Record<string, unknown>>,
  selection: ScimSelection,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(resource).filter(([name]) => isSelected(selection, name));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, selectParts(value, name.toLowerCase(), selection)]),
  );
}

function selectParts(value: unknown, attribute: string, { only, without }: ScimSelection): unknown {
  if (always.has(attribute) || typeof value !== 'object' || value === null) return value;
  const prefix = `${attribute}.`;
  const isWhole = only === undefined || only.has(attribute);
  const hides = [...without].some((name) => name.startsWith(prefix));
  if (isWhole && !hides) return value;
  const select = (element: unknown): unknown =>
    typeof element !== 'object' || element === null
      ? element
      : Object.fromEntries(
          Object.entries(element).filter(([name]) => {
            const part = prefix + name.toLowerCase();
            return (isWhole || only.has(part)) && !without.has(part);
          }),
        );
  return Array.isArray(value) ? value.map(select) : select(value);
}

function namesOf(given: unknown, parameter: string): ReadonlySet<string> {
  if (given === undefined || given === null) return new Set();
  const list: readonly unknown[] = Array.isArray(given)
    ? given
    : typeof given === 'string'
      ? given.split(',')
      : [undefined];
  if (list.length > maximumNames || !list.every((name) => typeof name === 'string'))
    throw scimErrors.invalidValue(parameter, `must be at most ${maximumNames} names of attributes`);
  return new Set(
    list.map((name) => name.trim().toLowerCase().replace(coreSchema, '')).filter((name) => name !== ''),
  );
}
