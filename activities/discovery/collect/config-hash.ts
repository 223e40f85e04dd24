import { isObject } from '../../../domain/json/json.ts';
import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '../../../domain/json/canonical.ts';
import { normalise } from '../../../domain/discovery/observation/normalise.ts';
import { redactTags } from '../../../domain/secrets/redact-secrets.ts';
import type { KeyedHash } from '../../../domain/secrets/redact-secrets.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { JsonObject } from '../../../domain/json/json.ts';

/** Returns the SHA-256, in hex, of the canonical JSON of a normalised configuration and its tags. */
export function configHash(configuration: JsonObject, tags: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(canonicalJson({ configuration, tags })).digest('hex');
}

/** Returns HMAC-SHA-256 with an organization's key: equal secrets have equal hashes only within the organization. */
export function keyedHash(key: string | Uint8Array): KeyedHash {
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

/**
 * Applies the current rules to a stored configuration whose `RULE_SET_VERSION` is older. The new hash is compared with
 * the observation's hash, so that a change of the rules neither adds nor hides a change of the resource. Values that
 * older rules hashed stay hashed.
 */
export function renormalise(
  stored: {
    readonly resourceType: string;
    readonly configuration: JsonObject;
    readonly tags: Readonly<Record<string, string>>;
  },
  hmacKey: string | Uint8Array,
): { configuration: JsonObject; tags: Record<string, string>; configHash: string } {
  const hash = keyedHash(hmacKey);
  const raw = toJson(stored.configuration);
  const rules = collectorOf(stored.resourceType) ?? {};
  const { configuration } = normalise(isObject(raw) ? raw : {}, rules, hash);
  const tags = redactTags(stored.tags, hash);
  return { configuration, tags, configHash: configHash(configuration, tags) };
}
