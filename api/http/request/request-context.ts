import type { Request, Response } from 'express';
import type { Services } from '../../services.ts';
import type { Principal } from '../access/principal.ts';
import type { Operation } from '../operation.ts';

/** A request while its operation runs. */
export interface RequestContext {
  readonly operation: Operation;
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
  /** Aborts when the client disconnects. `undefined` unless the method is GET. */
  readonly signal: AbortSignal | undefined;
  /** The user or token of the credential; set even if the request is then refused. */
  caller?: Caller;
  /** Whether the request was counted for the limit of its API token: a request can authenticate twice. */
  isCounted?: boolean;
  /** The status that the handler or a replayed response chose; `undefined` for the first status of `success`. */
  status?: number | undefined;
}

export interface Caller {
  readonly type: Principal['kind'];
  readonly organizationId: string;
  readonly id: string;
}
