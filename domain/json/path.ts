import { isArray } from './json.ts';
import type { Json, MutableJson } from './json.ts';

/** One step of a parsed path. */
export type PathStep =
  { readonly kind: 'key'; readonly key: string } | { readonly kind: 'each' | 'any' | 'deep' };

const parsed = new Map<string, readonly PathStep[]>();

/**
 * Returns every value that a path matches, in document order.
 *
 * `a.b` matches keys, `a[]` the elements of an array, `a.*` the values of an object, `a.**` all descendants,
 * `a["b.c"]` a key that contains a dot, and `''` the value itself.
 */
export function select(value: Json, path: string): readonly Json[] {
  let reached: Json[] = [value];
  for (const step of parsePath(path)) {
    const next: Json[] = [];
    for (const item of reached) follow(item, step, next);
    reached = next;
  }
  return reached;
}

/** Returns the first value that a path matches, or undefined. */
export function first(value: Json, path: string): Json | undefined {
  return select(value, path)[0];
}

/**
 * Replaces in place every value that a path matches; `undefined` removes it. Returns the previous values.
 * The root itself cannot be replaced.
 */
export function replaceAt(
  root: MutableJson,
  path: string,
  change: (value: MutableJson) => MutableJson | undefined,
): MutableJson[] {
  const found: MutableJson[] = [];
  replaceStep(root, parsePath(path), 0, change, found);
  return found;
}

function replaceStep(
  holder: MutableJson,
  steps: readonly PathStep[],
  at: number,
  change: (value: MutableJson) => MutableJson | undefined,
  found: MutableJson[],
): void {
  const step = steps[at];
  if (step === undefined || holder === null || typeof holder !== 'object') return;
  const last = at === steps.length - 1;
  if (Array.isArray(holder)) {
    if (step.kind !== 'each' && step.kind !== 'deep') return;
    const removed = new Set<number>();
    for (const [index, value] of holder.entries()) {
      if (!last) replaceStep(value, steps, at + 1, change, found);
      if (step.kind === 'deep') replaceStep(value, steps, at, change, found);
      if (!last || (step.kind === 'deep' && isBranch(value))) continue;
      found.push(value);
      const changed = change(value);
      if (changed === undefined) removed.add(index);
      else holder[index] = changed;
    }
    if (removed.size > 0)
      holder.splice(0, holder.length, ...holder.filter((_, index) => !removed.has(index)));
    return;
  }
  if (step.kind === 'each') return;
  const keys = step.kind === 'key' ? [step.key] : Object.keys(holder);
  for (const key of keys) {
    if (!Object.hasOwn(holder, key)) continue;
    const value = holder[key];
    if (value === undefined) continue;
    if (!last) replaceStep(value, steps, at + 1, change, found);
    if (step.kind === 'deep') replaceStep(value, steps, at, change, found);
    if (!last || (step.kind === 'deep' && isBranch(value))) continue;
    found.push(value);
    const changed = change(value);
    if (changed === undefined) delete holder[key];
    else setOwn(holder, key, changed);
  }
}

/** Sets an own property, also for the key `__proto__`, which assignment would treat as the prototype. */
export function setOwn(holder: { [key: string]: MutableJson }, key: string, value: MutableJson): void {
  if (key === '__proto__') {
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  } else holder[key] = value;
}

function isBranch(value: MutableJson): boolean {
  return value !== null && typeof value === 'object';
}

function follow(item: Json, step: PathStep, into: Json[]): void {
  if (item === null || typeof item !== 'object') return;
  if (step.kind === 'deep') {
    for (const value of Object.values(item)) {
      into.push(value);
      follow(value, step, into);
    }
  } else if (isArray(item)) {
    if (step.kind === 'each') for (const value of item) into.push(value);
  } else if (step.kind === 'any') {
    for (const value of Object.values(item)) into.push(value);
  } else if (step.kind === 'key' && Object.hasOwn(item, step.key)) {
    const value = item[step.key];
    if (value !== undefined) into.push(value);
  }
}

/** Returns the steps of a path. */
export function parsePath(path: string): readonly PathStep[] {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const steps: PathStep[] = [];
  for (const match of path.matchAll(/\["([^"]+)"\]|(\[\])|(\*\*)|(\*)|([^.[\]]+)/g)) {
    const key = match[1] ?? match[5];
    if (key !== undefined) steps.push({ kind: 'key', key });
    else steps.push({ kind: match[2] ? 'each' : match[3] ? 'deep' : 'any' });
  }
  parsed.set(path, steps);
  return steps;
}
