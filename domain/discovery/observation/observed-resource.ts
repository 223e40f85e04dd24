import type { JsonObject } from '../../json/json.ts';
import type { CellOutcome, ResourceOrigin } from '../../values.ts';
import type { ApiCall } from '../limits/api-quotas.ts';
import type { Home } from '../declaration/home.ts';
import type { StackReading } from './stack-reading.ts';
import type { UnreadablePart } from './unreadable-part.ts';

/** One resource as a collector observed it, ready to be stored. Secrets are already replaced by keyed hashes. */
export interface ObservedResource {
  /** CloudFormation type name, e.g. `AWS::SQS::Queue`. */
  readonly resourceType: string;
  /** Identifier that is unique within account, region and type. */
  readonly nativeId: string;
  readonly arn: string | undefined;
  /** Account and region that the resource belongs to, if they are not the scanned ones. */
  readonly home?: Home;
  readonly name: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  /** Normalised: volatile values removed, set-like arrays sorted, secret values replaced by keyed hashes. */
  readonly configuration: JsonObject;
  /** Values that change without a configuration change. They are stored but not hashed. */
  readonly volatile: JsonObject;
  /** SHA-256 over the canonical form of `configuration` and `tags`, in hex. */
  readonly configHash: string;
  /**
   * By the origin rules: `child` (created by another resource), `default` (created by AWS), `part` (a part of another
   * resource) or `stack` (with the tag of a stack); otherwise absent.
   */
  readonly origin?: ResourceOrigin;
  /** Time of creation that AWS returns, RFC 3339 in UTC; absent when the API returns none. */
  readonly createdAt?: string;
  /** Paths of the configuration's members that the installed SDK does not know; absent when there are none. */
  readonly unmodeled?: readonly string[];
  /** Parts that could not be read; absent when all parts were read. */
  readonly unreadable?: readonly UnreadablePart[];
  /** Of a stack whose resources were read; absent when they cannot have changed since the last reading. */
  readonly stack?: StackReading;
}

/** Events of collecting one service in one region, in order: pages of resources, and one outcome per type. */
export type CollectionEvent =
  | { readonly kind: 'page'; readonly resources: readonly ObservedResource[] }
  | {
      readonly kind: 'cell';
      readonly resourceType: string;
      readonly outcome: CellOutcome;
      readonly errorCode?: string;
      readonly error?: string;
      /** Some lists of an incomplete cell succeeded, so that it is worth reading again. */
      readonly partial?: boolean;
      /** Calls to AWS for the cell, without retries. */
      readonly calls?: number;
    };

/** Rate limiter for the AWS calls of one task: a token bucket for each published quota, and one for its other calls. */
export interface CallLimiter {
  /** Resolves when the call may be made. */
  acquire(call: ApiCall, signal?: AbortSignal): Promise<void>;
  /** Reports a throttling error of the call; delays the following calls of its bucket by at least `retryAfterMs`. */
  throttled(call: ApiCall, retryAfterMs?: number): Promise<void>;
}
