/**
 * Returns an object without its undefined properties, for the optional properties of another type. The names of its
 * properties are constants of the program: the name `__proto__` would set the prototype.
 */
export function defined<const T extends object>(object: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) if (value !== undefined) kept[key] = value;
  return kept as Defined<T>;
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
