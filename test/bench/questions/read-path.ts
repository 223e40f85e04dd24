/**
 * Returns the values at a path of a JSON value: names and indexes separated by dots, `*` for every item of an array, and
 * `items[name=value]` for the items of an array with that value. Absent and null values are left out.
 */
export function readPath(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value];
  for (const step of path.split(/\.(?![^[]*\])/)) found = found.flatMap((one) => readStep(one, step));
  return found.filter((one) => one !== undefined && one !== null);
}

function readStep(value: unknown, step: string): readonly unknown[] {
  if (step === '*') return Array.isArray(value) ? value : [];
  const [, name = step, key, wanted] = /^(\w+)\[(\w+)=([^\]]*)\]$/.exec(step) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  const member = (value as Readonly<Record<string, unknown>>)[name];
  if (key === undefined) return [member];
  return Array.isArray(member) ? member.filter((item) => readPath(item, key)[0] === wanted) : [];
}
