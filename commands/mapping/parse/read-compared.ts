import type { Json, MutableJson } from '../../../domain/json/json.ts';
import { setOwn } from '../../../domain/json/path.ts';
import type { JsonVisitor, ScalarKind } from '../../../runtime/json/json-visitor.ts';

/** Values and characters of one attribute above which it is not compared. */
const maximumValues = 500;
const maximumCharacters = 32 * 1024;

/**
 * Adds to a visitor of the object `attributes` that the wanted attributes are received whole. An attribute that is too large,
 * or contains a text that is too long, is not received.
 */
export function readCompared(
  visitor: JsonVisitor,
  names: ReadonlySet<string>,
  receive: (name: string, value: Json) => void,
): JsonVisitor {
  const { property } = visitor;
  return {
    ...visitor,
    property(name) {
      const own = property?.(name);
      if (!names.has(name)) return own;
      const limit = { values: 0, characters: 0, exceeded: false };
      const whole = readValue(limit, (value) => {
        if (!limit.exceeded) receive(name, value);
      });
      return own === undefined ? whole : both(own, whole);
    },
  };
}

interface Limit {
  values: number;
  characters: number;
  exceeded: boolean;
}

function readValue(limit: Limit, receive: (value: MutableJson) => void): JsonVisitor {
  let container: MutableJson[] | { [key: string]: MutableJson } | undefined;
  const count = (characters: number): boolean => {
    limit.values += 1;
    limit.characters += characters;
    limit.exceeded ||= limit.values > maximumValues || limit.characters > maximumCharacters;
    return !limit.exceeded;
  };
  return {
    property(name) {
      const object = container !== undefined && !Array.isArray(container) ? container : {};
      container = object;
      return count(name.length) ? readValue(limit, (value) => setOwn(object, name, value)) : undefined;
    },
    element() {
      const list = Array.isArray(container) ? container : [];
      container = list;
      return count(0) ? readValue(limit, (value) => list.push(value)) : undefined;
    },
    scalar(text, kind) {
      if (text === undefined) limit.exceeded = true;
      else if (count(text.length)) receive(scalarOf(text, kind));
    },
    // An empty object and an empty list have no members, and are the same as an absent value.
    end: () => receive(container ?? null),
  };
}

function scalarOf(text: string, kind: ScalarKind): MutableJson {
  if (kind === 'string') return text;
  if (kind === 'null') return null;
  // The text of a number is kept, because a large one loses digits as a number.
  return kind === 'boolean' ? text === 'true' : text;
}

function both(one: JsonVisitor, other: JsonVisitor): JsonVisitor {
  const pair = (left: JsonVisitor | undefined, right: JsonVisitor | undefined) =>
    left !== undefined && right !== undefined ? both(left, right) : (left ?? right);
  return {
    property: (name) => pair(one.property?.(name), other.property?.(name)),
    element: (index) => pair(one.element?.(index), other.element?.(index)),
    scalar(text, kind) {
      one.scalar?.(text, kind);
      other.scalar?.(text, kind);
    },
    end() {
      one.end?.();
      other.end?.();
    },
  };
}
