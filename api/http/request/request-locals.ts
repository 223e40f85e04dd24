import type { Response } from 'express';

/** The data of a request that middleware and handlers share (`response.locals`). */
export interface RequestLocals {
  /** Milliseconds on the process's monotonic clock. */
  arrivedAt: number;
  /** When the body was received to its end, on the same clock. Absent before that. */
  bodyEndedAt?: number;
  /** Rejects the request when its body does not arrive in time. */
  receiveTimer?: NodeJS.Timeout;
  requestId: string;
  /** `GET /teams/{id}`; absent for an unknown route. */
  operation?: string;
  /** Whether the request succeeded and changed nothing, so that it has no audit entry. */
  isUnchanged?: boolean;
  /** Whether the response can have a secret, so that it is not compressed. */
  hasSecret?: boolean;
  /** The code of an error response. */
  code?: string;
  organizationId?: string;
  userId?: string;
  /** The session of the credential, unless it is an ingest token. */
  sessionId?: string;
}

export function localsOf(response: Response): RequestLocals {
  return response.locals as RequestLocals;
}

/** Returns the milliseconds since the body of the request ended; 0 before that. */
export function millisecondsSinceBody(response: Response): number {
  const { bodyEndedAt } = localsOf(response);
  return bodyEndedAt === undefined ? 0 : performance.now() - bodyEndedAt;
}

/** Returns the milliseconds since the request arrived. */
export function millisecondsSinceArrival(response: Response): number {
  return performance.now() - localsOf(response).arrivedAt;
}
