import type { Json } from '../../../domain/json/json.ts';
import type { SensitivePaths } from './sensitive-paths.ts';

/** A resource instance as it is read, before its address is formatted and sensitive attributes are removed. */
export interface RawInstance {
  readonly indexKey?: string | number;
  /** The instance has an index key that is no string and no number. */
  readonly hasInvalidKey?: boolean;
  readonly deposedKey?: string;
  readonly tainted?: boolean;
  /** The provider of the instance, if it has one of its own (OpenTofu). */
  readonly provider?: string;
  /** By dotted path. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Attributes that are compared with the inventory, by name. */
  readonly compared: ReadonlyMap<string, Json>;
  readonly identity: ReadonlyMap<string, string>;
  readonly sensitivePaths: SensitivePaths;
}

/** The resource that an instance belongs to. */
export interface RawResource {
  readonly module: string;
  readonly type: string;
  readonly name: string;
  /** That of the instance if it has one of its own, else that of the resource. */
  readonly provider: string;
}

/** Receives the instances of managed AWS resources. */
export type ReceiveInstance = (resource: RawResource, instance: RawInstance) => void;
