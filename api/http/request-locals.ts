import type { Response } from 'express';

/** The data of a request that middleware and handlers share (`response.locals`). */
export interface RequestLocals {
  /** Milliseconds on the process's monotonic clock. */
  arrivedAt: number;
  requestId: string;
  /** `GET /teams/{id}`; absent for an unknown route. */
  operation?: string;
  /** The code of an error response. */
  code?: string;
  organizationId?: string;
  userId?: string;
}

export function localsOf(response: Response): RequestLocals {
  return response.locals as RequestLocals;
}

/** Returns the milliseconds since the request arrived. */
export function millisecondsSinceArrival(response: Response): number {
  return performance.now() - localsOf(response).arrivedAt;
}
