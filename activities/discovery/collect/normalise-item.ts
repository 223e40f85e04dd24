import {
  identifyDescription,
  observeDescription,
} from '../../../domain/discovery/cloud-control/observe-description.ts';
import { cloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { identify, observe } from '../../../domain/discovery/observation/observe.ts';
import type { Identity, RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { capConfiguration } from '../../../domain/discovery/observation/omitted-configuration.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import type { ScanScope } from '../../../domain/discovery/declaration/text-expression.ts';
import { configHash } from './config-hash.ts';
import { keyedHash } from '../../../runtime/keyed-hash.ts';

/** An item to convert to an observed resource. */
export type ItemToObserve = {
  readonly resourceType: string;
  /** The item with its details, or the properties of a Cloud Control description. */
  readonly item: RawItem;
  readonly hmacKey: string | Uint8Array;
} & (
  | {
      readonly kind: 'item';
      /** Tags of the tagging API. `undefined`: the item's own tags are used. */
      readonly tags: Readonly<Record<string, string>> | undefined;
      readonly scope: ScanScope;
    }
  | { readonly kind: 'description'; readonly identifier: string }
);

/**
 * Normalises, redacts and hashes an item. Returns `undefined` when it has no identifier. It modifies the item.
 * This module runs in the event loop for small items, and in a thread for large ones.
 */
export function run(given: ItemToObserve): ObservedResource | undefined {
  const { item, resourceType } = given;
  const hash = keyedHash(given.hmacKey);
  const normalised =
    given.kind === 'item'
      ? observe(collector(resourceType), item, given.tags, given.scope, hash)
      : observeDescription(describedType(resourceType), given.identifier, item, hash);
  if (normalised === undefined) return undefined;
  const observed = capConfiguration(normalised);
  return { ...observed, configHash: configHash(observed.configuration, observed.tags) };
}

/** Returns identifier, ARN, name and tags of an item that cannot be normalised. */
export function identityOf(given: ItemToObserve): Identity | undefined {
  const { item, resourceType } = given;
  return given.kind === 'item'
    ? identify(collector(resourceType), item, given.tags, given.scope)
    : identifyDescription(describedType(resourceType), given.identifier, item);
}

function collector(resourceType: string): TypeCollector {
  const found = collectorOf(resourceType);
  if (found === undefined) throw new TypeError(`No collector for ${resourceType}`);
  return found;
}

function describedType(resourceType: string): CloudControlType {
  const found = cloudControlType(resourceType);
  if (found === undefined) throw new TypeError(`${resourceType} is not a Cloud Control type`);
  return found;
}
