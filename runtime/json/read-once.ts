import type { JsonVisitor, ScalarKind } from './json-visitor.ts';

/** Visitors by key. */
export type Properties = Readonly<Record<string, () => JsonVisitor | undefined>>;

/** An object has one of the read keys twice: tools differ in which of the two values they use. */
export class RepeatedKey extends Error {
  override readonly name = 'RepeatedKey';
  readonly key: string;

  constructor(key: string) {
    super(`The key "${key}" occurs twice in one object.`);
    this.key = key;
  }
}

/**
 * Returns a `property` method that reads each key of the table once, and skips other keys.
 *
 * @throws RepeatedKey
 */
export function readOnce(properties: Properties): (name: string) => JsonVisitor | undefined {
  const seen = new Set<string>();
  return (name) => {
    if (!Object.hasOwn(properties, name)) return undefined;
    if (seen.has(name)) throw new RepeatedKey(name);
    seen.add(name);
    return properties[name]?.();
  };
}

/** Reads a string. Ignores values of other kinds. */
export function textVisitor(receive: (text: string) => void): JsonVisitor {
  return { scalar: (text, kind) => kind === 'string' && text !== undefined && receive(text) };
}

/** Reads any scalar. */
export function readScalar(receive: (text: string | undefined, kind: ScalarKind) => void): JsonVisitor {
  return { scalar: receive };
}
