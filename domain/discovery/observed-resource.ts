import type { JsonObject } from '../json.ts';

/** One resource as a collector saw it, ready to be stored: nothing in it is secret any more. */
export interface ObservedResource {
  /** CloudFormation type name, e.g. `AWS::SQS::Queue`. */
  readonly resourceType: string;
  /** The identifier inside (account, region, type). */
  readonly nativeId: string;
  readonly arn: string | null;
  readonly name: string | null;
  readonly tags: Readonly<Record<string, string>>;
  /** Normalised: volatile paths dropped, set-like arrays sorted, secret values replaced by keyed hashes. */
  readonly configuration: JsonObject;
  /** Values that change by themselves; kept beside the hash, never part of it. */
  readonly volatile: JsonObject;
  /** SHA-256 over the canonical form of `configuration` and `tags`, in hex. */
  readonly configHash: string;
  /** `child` or `default` when a declared rule knows who made it; absent when code must say. */
  readonly origin?: 'child' | 'default';
}

/** How a cell (account × region × resource type) ended. */
export type CellOutcome = 'complete' | 'denied' | 'throttled' | 'unsupported' | 'error';

/** What collecting one service in one region yields, in order: pages of resources, and one outcome per type. */
export type CollectionEvent =
  | { readonly kind: 'page'; readonly resources: readonly ObservedResource[] }
  | {
      readonly kind: 'cell';
      readonly resourceType: string;
      readonly outcome: CellOutcome;
      readonly errorCode?: string;
      readonly error?: string;
    };

/** Gives permission to call AWS; one bucket per account × region × service. */
export interface CallLimiter {
  /** Resolves when one call may be made. */
  acquire(signal?: AbortSignal): Promise<void>;
  /** Tells that AWS throttled; delays what follows. */
  throttled(retryAfterMs?: number): Promise<void>;
}
