import type { JsonVisitor, ScalarKind } from '../../../runtime/json/json-visitor.ts';

/** The dotted paths of the attributes that are sensitive, with everything below them. The empty path means all. */
export type SensitivePaths = readonly string[];

const allSensitive: SensitivePaths = [''];
const maximumPaths = 10_000;

/**
 * Reads `sensitive_attributes`: a list of paths, each a list of steps `{"type": "get_attr", "value": "password"}` and
 * `{"type": "index", "value": {"value": 0, "type": "number"}}`. A step that cannot be read marks everything below the
 * steps before it, and a list that cannot be read marks all attributes.
 */
export function readSensitivePaths(receive: (paths: SensitivePaths) => void): JsonVisitor {
  const paths: string[] = [];
  return {
    element: (index) =>
      index < maximumPaths ? readPath((path) => paths.push(path)) : markAll(() => paths.push('')),
    property: () => markAll(() => paths.push('')),
    scalar: (_, kind) => receive(kind === 'null' ? [] : allSensitive),
    end: () => receive(paths),
  };
}

export function isSensitive(path: string, paths: SensitivePaths): boolean {
  return paths.some(
    (marked) =>
      marked === '' || path === marked || path.startsWith(`${marked}.`) || marked.startsWith(`${path}.`),
  );
}

/** Calls `mark` for any value. */
function markAll(mark: () => void): JsonVisitor {
  return { scalar: mark, end: mark };
}

function readPath(receive: (path: string) => void): JsonVisitor {
  const steps: string[] = [];
  let readable = true;
  const addStep = (step: string | undefined): void => {
    readable &&= step !== undefined;
    if (readable && step !== undefined) steps.push(step);
  };
  return { element: () => readStep(addStep), scalar: () => receive(''), end: () => receive(steps.join('.')) };
}

function readStep(receive: (step: string | undefined) => void): JsonVisitor {
  let type: string | undefined;
  let value: string | undefined;
  const setValue = (text: string | undefined, kind: ScalarKind) => {
    value = kind === 'string' || kind === 'number' ? text : undefined;
  };
  return {
    property(name) {
      if (name === 'type') return { scalar: (text) => (type = text) };
      if (name !== 'value') return undefined;
      return { scalar: setValue, property: (key) => (key === 'value' ? { scalar: setValue } : undefined) };
    },
    scalar: () => receive(undefined),
    end: () => receive(type === 'get_attr' || type === 'index' ? value : undefined),
  };
}
