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

/**
 * Returns the shape that a path of `domain/json/path.ts` reaches; `any` when `*` reaches several kinds.
 *
 * @throws MissingPath when no member of a structure has the path after `*`
 */
export function shapeAt(shape: ModelShape, path: string): ModelShape {
  let reached: readonly ModelShape[] = [shape];
  for (const step of parsePath(path)) reached = followAll(reached, step, path);
  const [first = anyShape] = reached;
  return reached.every(({ kind }) => kind === first.kind) ? first : anyShape;
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

function followAll(shapes: readonly ModelShape[], step: PathStep, path: string): readonly ModelShape[] {
  const reached: ModelShape[] = [];
  let missing: unknown = new MissingPath(`${path}: ${stepText(step)} needs a structure with members`);
  for (const shape of shapes) {
    try {
      if (step.kind === 'any' && shape.kind === 'structure')
        reached.push(...[...shape.members.values()].map((member) => member.shape()));
      else reached.push(follow(shape, step, path));
    } catch (error) {
      if (!(error instanceof MissingPath)) throw error;
      missing = error;
    }
  }
  if (reached.length === 0) throw missing;
  return reached;
}

function follow(shape: ModelShape, step: PathStep, path: string): ModelShape {
  if (shape.kind === 'any' || step.kind === 'deep') return anyShape;
  if (step.kind === 'each') {
    if (shape.kind === 'list') return shape.element;
    throw new MissingPath(`${path}: [] needs a list, but the value is a ${describe(shape)}`);
  }
  if (shape.kind === 'map') {
    if (step.kind === 'key' && shape.keys?.has(step.key) === false)
      throw new MissingPath(`${path}: the map has no key ${step.key}, only ${[...shape.keys].join(', ')}`);
    return shape.value;
  }
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
  if (shape.kind === 'map') {
    if (step.kind !== 'key' || shape.keys === undefined) return { kind: 'map', value: inner };
    const known = [...shape.keys].map((key) => [key, shape.value] as const);
    return withMembers({ kind: 'structure', name: 'map', members: new Map() }, [...known, [step.key, inner]]);
  }
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
