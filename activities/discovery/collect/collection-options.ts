import type { ParentResource } from '../../../domain/discovery/cloud-control/parent-inputs.ts';
import type { CallLimiter } from '../../../domain/discovery/observation/observed-resource.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
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
  ) => Promise<ReadonlyMap<string, Omit<ParentResource, 'nativeId'>>>;
  /** Time during which a throttled call is retried before its cell is `throttled`, in ms; 60 s by default. */
  readonly throttleTimeoutMs?: number;
}

/** Options of a collection with the collectors of a service. */
export interface CollectServiceOptions extends CollectionOptions {
  /** IAM prefix of a service in the table of collectors. */
  readonly service: string;
  /** Default: all types of the service. */
  readonly resourceTypes?: readonly string[];
  /** Returns stored configurations by native id, for details that cannot change. Default: all details are read. */
  readonly storedConfigurations?: (
    resourceType: string,
    nativeIds: readonly string[],
  ) => Promise<ReadonlyMap<string, JsonObject>>;
  /** Returns the versions of the stored members of resources, by native id. Default: all members are read. */
  readonly memberVersions?: (
    resourceType: string,
    nativeIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the resources, among the native ids, that are stored with tags. Their tags are removed only if the tagging API
   * confirms it for their ARNs. Default: none.
   */
  readonly storedWithTags?: (
    resourceType: string,
    nativeIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}
