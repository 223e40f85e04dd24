import type { CallLimiter } from '../../../domain/discovery/observation/observed-resource.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import type { RunDocument } from '../../shared/run-document.ts';

/** Options of a collection, with any collector. */
export interface CollectionOptions {
  /** 12 digits. */
  readonly awsAccountNumber: string;
  /** A region, or `global` for global services. */
  readonly region: string;
  readonly partition: string;
  /** Caller with the role in the account. */
  readonly clients: AwsCaller;
  readonly limiter: CallLimiter;
  /** The organization's key for hashing secrets in configurations. */
  readonly hmacKey: string | Uint8Array;
  /** Normalises large configurations in a thread. */
  readonly runDocument: RunDocument;
  /** Receives the error of a failed cell for the log; users see only a text about it. */
  readonly report?: (resourceType: string, error: unknown) => void;
  readonly signal: AbortSignal;
  /**
   * Returns the resources of a type, among the native ids, that need not be read again. Given for the second list before a
   * deletion: it only confirms identities.
   */
  readonly alreadyRead?: (
    resourceType: string,
    nativeIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly arn: string | null; readonly name: string | null }>>;
  /** Time during which a throttled call is retried before its cell is `throttled`, in ms; 60 s by default. */
  readonly throttleTimeoutMs?: number;
}
