import type { JsonVisitor, ScalarKind } from './json-visitor.ts';
import { StateRejected } from './state-rejected.ts';

/** Visitors by key. */
export type Properties = Readonly<Record<string, () => JsonVisitor | undefined>>;

/**
 * Returns a `property` method that reads each key of the table once.
 *
 * @throws StateRejected when the object has one of the keys twice: tools differ in which of the two they use
 */
export function readOnce(properties: Properties): (name: string) => JsonVisitor | undefined {
  const seen = new Set<string>();
  return (name) => {
    if (!Object.hasOwn(properties, name)) return undefined;
    if (seen.has(name))
      throw new StateRejected('not_a_state', `The key "${name}" occurs twice in one object.`);
    seen.add(name);
    return properties[name]?.();
  };
}

/** Reads a string. Ignores values of other kinds. */
export function readText(receive: (text: string) => void): JsonVisitor {
  return { scalar: (text, kind) => kind === 'string' && text !== undefined && receive(text) };
}

/** Reads any scalar. */
export function readScalar(receive: (text: string | undefined, kind: ScalarKind) => void): JsonVisitor {
  return { scalar: receive };
}
