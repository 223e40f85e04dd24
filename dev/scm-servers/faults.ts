/** A failure that a server shows in place of the response. */
export type Fault =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body?: object | string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Never responds. */
  | { readonly kind: 'stall' }
  /** Closes the connection without a response. */
  | { readonly kind: 'disconnect' }
  /** Handles the request, then closes the connection without a response. */
  | { readonly kind: 'lose' }
  /** Sends the status and half of the body, then closes the connection. */
  | { readonly kind: 'cut' };

export interface FaultScope {
  /** A key of the route table, without `*`. Default: all routes. */
  readonly route?: string;
  /** Number of requests that fail. Default: all. */
  readonly times?: number;
  /** Part of the path: a repository's name. */
  readonly path?: string;
}

export interface Faults {
  inject(fault: Fault, scope?: FaultScope): void;
  clear(): void;
  /** Returns the fault for a request and counts it. */
  take(route: string, path: string): Fault | undefined;
}

export function createFaults(): Faults {
  let injected: { readonly fault: Fault; readonly scope: FaultScope; left: number }[] = [];
  return {
    inject(fault, scope = {}) {
      injected.push({ fault, scope, left: scope.times ?? Number.POSITIVE_INFINITY });
    },
    clear() {
      injected = [];
    },
    take(route, path) {
      const found = injected.find(
        ({ scope, left }) => left > 0 && (scope.route ?? route) === route && path.includes(scope.path ?? ''),
      );
      if (found !== undefined) found.left -= 1;
      return found?.fault;
    },
  };
}
