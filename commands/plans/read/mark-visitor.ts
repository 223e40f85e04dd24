import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';

/** Returns the visitor of a mask, which calls `receive` for each `true` in it. */
export function visitMarks(receive: () => void): JsonVisitor {
  const visitor: JsonVisitor = {
    property: () => visitor,
    element: () => visitor,
    scalar: (text, kind) => {
      if (kind === 'boolean' && text === 'true') receive();
    },
  };
  return visitor;
}
