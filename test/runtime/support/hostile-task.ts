import { threadId } from 'node:worker_threads';

export type HostileInput =
  | { readonly kind: 'thread' }
  | { readonly kind: 'endless' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'depth' }
  | { readonly kind: 'error' }
  | { readonly kind: 'text'; readonly text: string };

/** A document task that returns its thread, or fails as `input` says. */
export function run(input: HostileInput): number {
  if (input.kind === 'endless') for (;;);
  if (input.kind === 'memory') return allocate();
  if (input.kind === 'depth') return recurse(1);
  if (input.kind === 'error') throw new TypeError('a bug');
  return threadId;
}

function allocate(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from<number>({ length: 1_000_000 }).fill(kept.length));
}

function recurse(depth: number): number {
  return recurse(depth + 1) + 1;
}
