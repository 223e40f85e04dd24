export interface Gate {
  /** Resolves when the test opens the gate. */
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Returns a promise that the test resolves, to hold work at a known point. */
export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
