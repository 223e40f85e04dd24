import { parsePath } from '../../../domain/json/path.ts';
import type { PathStep } from '../../../domain/json/path.ts';

/** The type of a value in a request or response, as an SDK client declares it. */
export type ModelShape =
  | StructureShape
  | { readonly kind: 'list'; readonly element: ModelShape }
  /** `keys`: the known keys, of a map whose keys are an enumeration. */
  | { readonly kind: 'map'; readonly value: ModelShape; readonly keys?: ReadonlySet<string> }
  /** `values`: the known values of an enumeration. */
  | { readonly kind: 'text'; readonly values?: ReadonlySet<string> }
  | { readonly kind: 'number' | 'boolean' | 'time' | 'bytes' }
  /** A JSON document, or a type that the model does not describe. Every path below it exists. */
  | { readonly kind: 'any' };

export interface StructureShape {
  readonly kind: 'structure';
  readonly name: string;
  readonly members: ReadonlyMap<string, ShapeMember>;
}

export interface ShapeMember {
  readonly required: boolean;
  /** Reads the shape on demand, because structures can contain themselves. */
  readonly shape: () => ModelShape;
}

export const anyShape: ModelShape = { kind: 'any' };

/** A path that does not exist, with the reason. */
export class MissingPath extends Error {
  override readonly name = 'MissingPath';
}

/** Returns the shape that a path of `domain/json/path.ts` reaches. @throws MissingPath */
export function shapeAt(shape: ModelShape, path: string): ModelShape {
  return parsePath(path).reduce((reached, step) => follow(reached, step, path), shape);
}

/** Returns a copy of the shape in which the values at `path` have the shape `change` returns. @throws MissingPath */
export function changeShapeAt(
  shape: ModelShape,
  path: string,
  change: (found: ModelShape) => ModelShape,
): ModelShape {
  return changeStep(shape, parsePath(path), change, path);
}

/** Returns the structure with further members, which replace members of the same name. */
export function withMembers(shape: ModelShape, members: Iterable<readonly [string, ModelShape]>): ModelShape {
  const added = [...members].map(([key, value]) => [key, { required: false, shape: () => value }] as const);
  if (shape.kind === 'any') return shape;
  const known = shape.kind === 'structure' ? shape.members : new Map<string, ShapeMember>();
  const name = shape.kind === 'structure' ? shape.name : 'item';
  return { kind: 'structure', name, members: new Map([...known, ...added]) };
}

/** Returns the structure with the members of another, which replace members of the same name. */
export function withStructure(shape: ModelShape, added: StructureShape): ModelShape {
  return withMembers(
    shape,
    [...added.members].map(([key, member]) => [key, member.shape()] as const),
  );
}

function follow(shape: ModelShape, step: PathStep, path: string): ModelShape {
  if (shape.kind === 'any' || step.kind === 'deep') return anyShape;
  if (step.kind === 'each') {
    if (shape.kind === 'list') return shape.element;
    throw new MissingPath(`${path}: [] needs a list, but the value is a ${describe(shape)}`);
  }
  if (shape.kind === 'map') return shape.value;
  if (shape.kind !== 'structure')
    throw new MissingPath(
      `${path}: ${stepText(step)} needs a structure, but the value is a ${describe(shape)}`,
    );
  if (step.kind === 'any') return anyShape;
  const key = step.kind === 'key' ? step.key : '';
  const member = shape.members.get(key);
  if (member === undefined)
    throw new MissingPath(`${path}: ${shape.name} has no member ${key}, only ${memberNames(shape)}`);
  return member.shape();
}

function changeStep(
  shape: ModelShape,
  [step, ...rest]: readonly PathStep[],
  change: (found: ModelShape) => ModelShape,
  path: string,
): ModelShape {
  if (step === undefined) return change(shape);
  if (step.kind === 'deep' || shape.kind === 'any') return shape;
  const inner = changeStep(follow(shape, step, path), rest, change, path);
  if (shape.kind === 'list') return { kind: 'list', element: inner };
  if (shape.kind === 'map') return { kind: 'map', value: inner };
  return step.kind === 'key' ? withMembers(shape, [[step.key, inner]]) : shape;
}

/** Returns the kind of a shape for messages, e.g. `structure VpcConfig`. */
export function describe(shape: ModelShape): string {
  return shape.kind === 'structure' ? `structure ${shape.name}` : shape.kind;
}

export function memberNames({ members }: StructureShape): string {
  return members.size === 0 ? 'none' : [...members.keys()].join(', ');
}

function stepText(step: PathStep): string {
  if (step.kind === 'key') return step.key;
  return { each: '[]', any: '*', deep: '**' }[step.kind];
}
