import type { Browser } from 'playwright-core';

/** A browser, the origin of an API, and the login of an administrator of the measured organization. */
export interface BenchSession {
  readonly browser: Browser;
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** The name of the organization in the figures. */
  readonly name: string;
  readonly say: (line: string) => void;
}

/** Returns the value in the middle. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
