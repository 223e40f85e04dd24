import {
  identifyDescription,
  observeDescription,
} from '../../../domain/discovery/cloud-control/observe-description.ts';
import { cloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { identify, observe } from '../../../domain/discovery/observation/observe.ts';
import type { Identity, Observation, RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { capConfiguration } from '../../../domain/discovery/observation/omitted-configuration.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import type { ScanScope } from '../../../domain/discovery/declaration/text-expression.ts';
import { configHash, keyedHash } from './config-hash.ts';

/** A resource as AWS returned it. */
export type RawDocument = {
  readonly resourceType: string;
  /** The item with its detail calls, or the properties of a Cloud Control description. */
  readonly raw: RawItem;
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
 * Normalises, redacts and hashes a document. Returns `null` when an item has no identifier. It modifies the document.
 * This module runs in the event loop for small documents, and in a thread for large ones.
 */
export function run(document: RawDocument): ObservedResource | null {
  const observation = observationOf(document);
  if (observation === null) return null;
  const observed = capConfiguration(observation);
  return { ...observed, configHash: configHash(observed.configuration, observed.tags) };
}

function observationOf(document: RawDocument): Observation | null {
  const { raw, resourceType } = document;
  const hash = keyedHash(document.hmacKey);
  return document.kind === 'item'
    ? observe(collector(resourceType), raw, document.tags, document.scope, hash)
    : observeDescription(describedType(resourceType), document.identifier, raw, hash);
}

/** Returns identifier, ARN, name and tags of a document that cannot be normalised. */
export function identityOf(document: RawDocument): Identity | null {
  const { raw, resourceType } = document;
  return document.kind === 'item'
    ? identify(collector(resourceType), raw, document.tags, document.scope)
    : identifyDescription(describedType(resourceType), document.identifier, raw);
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
