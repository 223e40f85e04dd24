import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Permission } from '../../domain/identity/permissions.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { AuditActorType } from '../../domain/values.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import type { Principal } from './principal.ts';
import type { LimitName } from './rate-limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: a permission of the signed-in user, any signed-in user, an ingest token, or anybody.
 */
export type Access = Permission | 'authenticated' | 'ingest' | 'public';

type Shape = z.ZodObject;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a handler is given; everything in it is already authenticated, permitted and validated. */
export interface Context<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The caller; a public operation must not ask for it. */
  readonly principal: Principal;
  /**
   * The transaction of this request, bound to the caller's organization. An operation with
   * `transaction: false` has none and opens its own with `services.database`.
   */
  readonly tenant: Tenant;
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** Names what the audit entry of a mutation is about; without it the `id` of the path is named. */
  readonly audit: (target: AuditTarget) => void;
  /**
   * Writes the audit entry now, in a transaction that the handler opened itself; for operations with
   * `transaction: false`. Without it such an operation is audited in a transaction of its own, once it has succeeded.
   */
  readonly record: (tenant: Tenant, target?: AuditTarget) => Promise<void>;
}

export interface AuditTarget {
  readonly type?: string;
  readonly id?: string | null;
  readonly name?: string | null;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For operations that learn who acts only while they run (login, signup, webhooks). */
  readonly actor?: {
    readonly actorType: AuditActorType;
    readonly actorId: string | null;
    readonly actorName?: string | null;
  };
  /** Instead of the declared one, where an operation does one of several things. */
  readonly action?: string;
}

/** The parameters of a path: `PathParams<'/scans/{id}/tasks/{task_id}'>` is `{ id: string; task_id: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof PathParams<Rest>]: string }
  : Readonly<Record<never, string>>;

/** One HTTP operation: the router, validation, authorization, audit, OpenAPI and the standing tests read it. */
export interface OperationDeclaration<
  Path extends string,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
> {
  /** The `operationId` of the OpenAPI document; equals the name of the exported constant. */
  readonly id: string;
  readonly method: Method;
  /** Below /api/v1, with `{name}` for parameters. Parameters are UUIDs unless `params` says otherwise. */
  readonly path: Path;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** `<noun>.<past tense>`; every mutation has one. */
  readonly audit?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Counted before the body is read. */
  readonly limit?: LimitName;
  /** Bytes; the default is 1 MB. */
  readonly bodyLimit?: number;
  /** `raw` and `stream` hand the request on unread. */
  readonly bodyKind?: 'json' | 'none' | 'raw';
  readonly success: readonly [status: 200 | 201 | 202, schema: z.ZodType, mediaType?: string];
  readonly errors?: readonly ErrorCode[];
  /**
   * `false`: no transaction is held while the handler runs (hashing, streams, outbound calls). `'snapshot'`: all
   * statements see one moment. A GET has a transaction that only reads, unless this is `true` or it is audited.
   */
  readonly transaction?: boolean | 'snapshot';
  /** Resolves with the response body, or with `undefined` when the handler has written the response itself. */
  handle(
    context: Context<P extends z.ZodType ? z.output<P> : PathParams<Path>, Output<Q>, Output<B>>,
  ): Promise<unknown>;
}

export type Operation = OperationDeclaration<
  string,
  Shape | undefined,
  Shape | undefined,
  z.ZodType | undefined
>;

/** Declares an operation. The types of path, query and body flow into the handler. */
export function operation<
  const Path extends string,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(declaration: OperationDeclaration<Path, P, Q, B>): Operation {
  return declaration as unknown as Operation;
}
