import type { Json } from '../json.ts';

/** JSON that its owner may still change. */
export type MutableJson = null | boolean | number | string | MutableJson[] | { [key: string]: MutableJson };

type Step = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'each' | 'any' | 'deep' };

const parsed = new Map<string, readonly Step[]>();

/**
 * Every value that a path reaches, in document order.
 *
 * `a.b` goes through keys, `a[]` through the elements of an array, `a.*` through the values of an object,
 * `a.**` through everything below, `a["b.c"]` through a key that holds a dot; `''` is the value itself.
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

/** The first value that a path reaches, or undefined. */
export function first(value: Json, path: string): Json | undefined {
  return select(value, path)[0];
}

/**
 * Replaces in place every value that a path reaches; `undefined` removes it. Gives the values that were there.
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
  steps: readonly Step[],
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

/** Sets a key as data, also when it is named `__proto__`. */
export function setOwn(holder: { [key: string]: MutableJson }, key: string, value: MutableJson): void {
  if (key === '__proto__') {
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  } else holder[key] = value;
}

function isBranch(value: MutableJson): boolean {
  return value !== null && typeof value === 'object';
}

function follow(item: Json, step: Step, into: Json[]): void {
  if (item === null || typeof item !== 'object') return;
  if (step.kind === 'deep') {
    for (const value of Object.values(item)) {
      into.push(value);
      follow(value, step, into);
    }
  } else if (isArray(item)) {
    if (step.kind === 'each') into.push(...item);
  } else if (step.kind === 'any') {
    into.push(...Object.values(item));
  } else if (step.kind === 'key' && Object.hasOwn(item, step.key)) {
    const value = item[step.key];
    if (value !== undefined) into.push(value);
  }
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function parsePath(path: string): readonly Step[] {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const steps: Step[] = [];
  for (const match of path.matchAll(/\["([^"]+)"\]|(\[\])|(\*\*)|(\*)|([^.[\]]+)/g)) {
    const key = match[1] ?? match[5];
    if (key !== undefined) steps.push({ kind: 'key', key });
    else steps.push({ kind: match[2] ? 'each' : match[3] ? 'deep' : 'any' });
  }
  parsed.set(path, steps);
  return steps;
}
