import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Permission } from '../../domain/identity/permissions.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { AuditActorType } from '../../domain/values.ts';
import type { VersionedTable } from '../../db/http/row-version.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import type { Principal } from './access/principal.ts';
import type { LimitName } from './access/rate-limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The required permission; or `authenticated` (any user), `ingest` (an ingest token), `public` (no credential). An API token is
 * accepted where a permission is required.
 */
export type Access = Permission | 'authenticated' | 'ingest' | 'public';

type Shape = z.ZodObject;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** The argument of a handler; the request is authenticated, authorized and validated. */
export interface HandlerContext<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The caller. Throws in a public operation. */
  readonly principal: Principal;
  /**
   * The transaction of the request, bound to the caller's organization. Throws in an operation with
   * `transaction: false`, which opens its own transactions with `services.database`.
   */
  readonly tenant: Tenant;
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** Aborts when the client disconnects. `undefined` unless the method is GET. */
  readonly signal: AbortSignal | undefined;
  /** Responds with the first status of `success`, or with `otherStatus`. The default is the first one. */
  readonly respondWith: (status: 200 | 201 | 202) => void;
  /** The request changed nothing, so that no audit entry is written. */
  readonly skipAudit: () => void;
  /** Sets the target of the audit entry. The default is the id in the response, else the last id in the path. */
  readonly audit: (target: AuditTarget) => void;
  /**
   * Writes the audit entry in a transaction that the handler opened, for operations with `transaction: false`. If the
   * handler does not call it, the entry is written in a separate transaction after the handler succeeds.
   */
  readonly record: (tenant: Tenant, target?: AuditTarget) => Promise<void>;
  /**
   * Compares `If-Match` in a transaction that the handler opened, for `versioned` operations with `transaction: false`.
   * @throws CatalogueError `conflict` for another version
   */
  readonly checkIfMatch: (tenant: Tenant) => Promise<void>;
}

/** The argument of `receive`; the caller is authenticated and the query validated. */
export interface ReceiveContext<Q> {
  readonly query: Q;
  readonly principal: Principal;
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
}

export interface AuditTarget {
  readonly type?: string;
  readonly id?: string | null;
  readonly name?: string | null;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For operations that determine the actor while they run (login, signup, webhooks). */
  readonly actor?: {
    readonly actorType: AuditActorType;
    readonly actorId: string | undefined;
    readonly actorName?: string | undefined;
  };
  /** Overrides the declared action. */
  readonly action?: string;
}

/** The parameters of a path: `PathParams<'/scans/{id}/tasks/{task_id}'>` is `{ id: string; task_id: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof PathParams<Rest>]: string }
  : Readonly<Record<never, string>>;

/** One HTTP operation; routing, validation, authorization, audit, the OpenAPI document and contract tests use it. */
export interface OperationDeclaration<
  Path extends string,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
  R = Output<B>,
> {
  /** The `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: Method;
  /** Below /api/v1, with `{name}` for parameters. Parameters are UUIDs unless `params` says otherwise. */
  readonly path: Path;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /**
   * `users`: the operation is about the person who calls it, so that an API token is refused. `users_and_tokens`: an API token
   * is accepted although no permission is required.
   */
  readonly callers?: 'users' | 'users_and_tokens';
  /** `false`: only credentials of the `Authorization` header are accepted. Default: cookies, too. */
  readonly cookies?: false;
  /**
   * A state of the organization that the operation requires. Checked after the permission and before the body is read, and
   * again in the transaction of the handler. Throws a CatalogueError.
   */
  readonly precondition?: (tenant: Tenant) => Promise<void>;
  /** Whether a user without the second factor that the organization requires may call the operation. */
  readonly withoutSecondFactor?: true;
  /** `<noun>.<past tense>`; every mutation has one. */
  readonly audit?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The rate limit, counted before the body is read. */
  readonly limit?: LimitName;
  /**
   * Rate limits by subjects of the validated request, such as the organization. Counted before the transaction of the
   * handler; the replay of a response with an `Idempotency-Key` does not count. For operations with a body.
   */
  readonly limits?: (request: {
    readonly principal: Principal;
    readonly body: Output<B>;
  }) => readonly (readonly [name: LimitName, subject: string])[];
  /**
   * A service besides Postgres without which the operation is refused at once. Called before the transaction of the handler,
   * and not for the replay of a response. Throws a CatalogueError.
   */
  readonly requires?: (services: Services) => Promise<void>;
  /** Maximum body size in bytes; default 1 MB. */
  readonly bodyLimit?: number;
  /** `raw` leaves the body for the handler to read. */
  readonly bodyKind?: 'json' | 'none' | 'raw';
  /**
   * Reads a body of `bodyKind: 'raw'` and passes it to `work`, which runs the handler, before the transaction of the handler
   * begins. Resolves with the result of `work`. `JSON.stringify` of the body is what an `Idempotency-Key` compares.
   */
  readonly receive?: (
    context: ReceiveContext<Output<Q>>,
    work: (body: R) => Promise<unknown>,
  ) => Promise<unknown>;
  /** The default media type is `application/json`. With 302 the handler sends the redirect, and there is no body. */
  readonly success: readonly [status: 200 | 201 | 202 | 302, schema: z.ZodType, ...mediaTypes: string[]];
  /** A second status of success. The handler chooses it with `respondWith`. */
  readonly otherStatus?: 200 | 201 | 202;
  /** The schema of `otherStatus`. Default: that of `success`. */
  readonly otherSchema?: z.ZodType;
  /**
   * The path of the record that a response with status 201 or 202 names in `Location`, with `{field}` or `{field.field}` of the
   * body. Default: the run, if the body has a `run_id`.
   */
  readonly location?: string;
  readonly errors?: readonly ErrorCode[];
  /** The table of the record that a PATCH or PUT changes, whose `version` is compared with `If-Match`. */
  readonly versioned?: VersionedTable;
  /** The response has a secret, and is not compressed. Those of /auth are not compressed either. */
  readonly returnsSecret?: true;
  /** Responses to cookie callers have the header `X-CSRF-Token`. */
  readonly sendsCsrfToken?: true;
  /** The `data` of the events of a `text/event-stream`, by the name of the event. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** The UTC days from which on the operation is deprecated, and from which on it may be gone: `2027-12-31`. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /**
   * `false`: the handler runs without a transaction (hashing, streams, outbound calls). `'snapshot'`: repeatable read.
   * The transaction of a GET is read-only, unless this is `true` or the GET is audited.
   */
  readonly transaction?: boolean | 'snapshot';
  /** The limits of the transaction of the handler. Default: those of a request of a person. */
  readonly work?: 'bulk';
  /**
   * Writes the response from the result of the handler, which is then not the body, after its transaction: for streams. The
   * result is JSON, because a repeated request with an `Idempotency-Key` receives the stored one.
   */
  respond?(
    result: unknown,
    response: Pick<HandlerContext<never, never, never>, 'services' | 'response'>,
  ): Promise<void>;
  /** Sets headers of a 401 response. */
  beforeUnauthorized?(
    request: Pick<HandlerContext<never, never, never>, 'services' | 'request' | 'response'>,
  ): Promise<void>;
  /** Resolves with the response body, or with `undefined` when the handler has written the response itself. */
  handle(
    context: HandlerContext<P extends z.ZodType ? z.output<P> : PathParams<Path>, Output<Q>, R>,
  ): Promise<unknown>;
}

export type Operation = OperationDeclaration<
  string,
  Shape | undefined,
  Shape | undefined,
  z.ZodType | undefined
>;

/** Tests use these to compare every response with the declaration of its operation. */
export interface OperationHooks {
  /** Called before a response is sent. */
  readonly onResponse?: (operation: Operation, body: unknown, response: Response) => void;
  /** Called for an error of an operation. */
  readonly onError?: (operation: Operation, error: unknown) => void;
}

/** Declares an operation. The types of path, query and body flow into the handler. */
export function operation<
  const Path extends string,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R = Output<B>,
>(declaration: OperationDeclaration<Path, P, Q, B, R>): Operation {
  return declaration as unknown as Operation;
}

/** Whether an API token is a credential of the operation. An operation about the person who calls it then refuses it. */
export function acceptsApiTokens({ access, callers }: Pick<Operation, 'access' | 'callers'>): boolean {
  if (access === 'authenticated') return callers === 'users_and_tokens';
  return access !== 'public' && access !== 'ingest';
}
