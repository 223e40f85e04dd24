import { isObject } from '../../../domain/json/json.ts';
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../domain/json/canonical.ts';
import { normalise } from '../../../domain/discovery/observation/normalise.ts';
import type { NormaliseRules } from '../../../domain/discovery/observation/normalise.ts';
import { redactTags } from '../../../domain/secrets/redact-secrets.ts';
import { keyedHash } from '../../../runtime/keyed-hash.ts';
import { cloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { rulesOfDescription } from '../../../domain/discovery/cloud-control/observe-description.ts';
import { rulesUnder } from '../../../domain/discovery/declaration/earlier-rules.ts';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { JsonObject } from '../../../domain/json/json.ts';

/** Returns the SHA-256, in hex, of the canonical JSON of a normalised configuration and its tags. */
export function configHash(configuration: JsonObject, tags: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(canonicalJson({ configuration, tags })).digest('hex');
}

/**
 * Applies the current rules to a stored configuration whose `RULE_SET_VERSION` is older. The new hash is compared with
 * the observation's hash, so that a change of the rules neither adds nor hides a change of the resource. Values that
 * older rules hashed stay hashed.
 *
 * @param ruleSet applies the rules of this earlier rule set, as far as they sorted more than the current ones
 */
export function renormalise(
  stored: {
    readonly resourceType: string;
    readonly configuration: JsonObject;
    readonly tags: Readonly<Record<string, string>>;
  },
  hmacKey: string | Uint8Array,
  ruleSet: number = RULE_SET_VERSION,
): { configuration: JsonObject; tags: Record<string, string>; configHash: string } {
  const hash = keyedHash(hmacKey);
  const raw = toJson(stored.configuration);
  const rules = rulesOf(stored.resourceType);
  const { configuration } = normalise(
    isObject(raw) ? raw : {},
    ruleSet < RULE_SET_VERSION ? rulesUnder(ruleSet, stored.resourceType, rules) : rules,
    hash,
  );
  const tags = redactTags(stored.tags, hash);
  return { configuration, tags, configHash: configHash(configuration, tags) };
}

function rulesOf(resourceType: string): NormaliseRules {
  const described = cloudControlType(resourceType);
  return collectorOf(resourceType) ?? (described ? rulesOfDescription(described) : {});
}
