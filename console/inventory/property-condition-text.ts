/** Comparisons of a condition on a property. */
export const propertyOperators = [
  { value: '=', label: 'is' },
  { value: '!=', label: 'is not' },
  { value: '~', label: 'contains' },
  { value: '<', label: 'is less than' },
  { value: '<=', label: 'is at most' },
  { value: '>', label: 'is more than' },
  { value: '>=', label: 'is at least' },
  { value: ':exists', label: 'is present' },
  { value: ':missing', label: 'is absent' },
] as const;

/**
 * Returns a condition in the form of the parameter `property`; `undefined` without a path or a value. Characters of the value to
 * which the form gives a meaning get a backslash.
 */
export function propertyConditionOf(
  path: string,
  operator: (typeof propertyOperators)[number]['value'],
  value: string,
): string | undefined {
  const trimmed = path.trim();
  if (trimmed === '') return undefined;
  if (operator === ':exists' || operator === ':missing') return `${trimmed}${operator}`;
  // `<` with the value `=1` would be read as `<=` with the value `1`.
  if (value === '' || (/^[<>]$/.test(operator) && value.startsWith('='))) return undefined;
  return `${trimmed}${operator}${value.replaceAll(/[|;}]/g, '\\$&')}`;
}
