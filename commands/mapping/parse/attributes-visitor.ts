import type { AttributeNames } from './attribute-names.ts';
import type { JsonVisitor, ScalarKind } from '../../../runtime/json/json-visitor.ts';

const maximumValueLength = 2_048;

/** Receives the value of an attribute by its dotted path. */
export type ReceiveValue = (path: string, value: string) => void;

/** Reads the wanted attributes of the object `attributes`. Numbers and booleans become their JSON text. */
export function readAttributes(names: AttributeNames, receive: ReceiveValue, path = ''): JsonVisitor {
  const child = (segment: string): JsonVisitor | undefined => {
    const wanted = names.child(segment);
    if (wanted === undefined) return undefined;
    return readAttributes(wanted, receive, path === '' ? segment : `${path}.${segment}`);
  };
  return {
    ...(!names.hasChildren ? {} : { property: child, element: (index: number) => child(String(index)) }),
    ...(names.isWanted ? { scalar: receiveScalar(path, receive) } : {}),
  };
}

/** Reads the wanted attributes of a flat map, whose keys are dotted paths (state version 3, and `attributes_flat`). */
export function readFlatAttributes(isWanted: (path: string) => boolean, receive: ReceiveValue): JsonVisitor {
  return { property: (path) => (isWanted(path) ? { scalar: receiveScalar(path, receive) } : undefined) };
}

/** Reads the scalars of an object whose names are identifiers, for example a resource identity. */
export function readParts(receive: ReceiveValue): JsonVisitor {
  return {
    property: (name) =>
      /^[a-z][a-z0-9_]{0,63}$/.test(name) ? { scalar: receiveScalar(name, receive) } : undefined,
  };
}

/** Ignores null, empty and long values, and values with control characters, which no identifier of AWS has. */
function receiveScalar(path: string, receive: ReceiveValue) {
  return (text: string | undefined, kind: ScalarKind): void => {
    if (text === undefined || text === '' || kind === 'null' || text.length > maximumValueLength) return;
    if (!/[\p{Cc}\p{Surrogate}]/u.test(text)) receive(path, text);
  };
}
