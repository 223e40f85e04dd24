import type { MutableJson } from '../../json/json.ts';
import { setOwn } from '../../json/path.ts';
import { markCredentialPatterns, redactByNameAndPattern } from '../../secrets/redact-secrets.ts';
import { cutText, storableText } from '../../text/storable.ts';
import { hideWholeValues, holdsPrivateKey } from './hide-whole-values.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { isMark, planMarker, sensitiveMark } from './plan-marks.ts';
import { prepareTexts, readablePart } from './prepare-texts.ts';
import { redactIndexKeys } from './redact-index-keys.ts';
import { isObject } from '../../json/json.ts';
import { applyMasks, fitMask } from './value-mask.ts';
import type { Mask } from './value-mask.ts';

const maximumTextLength = 4_096;
const maximumCachedNames = 20_000;
const maximumCachedNameLength = 128;

/** Redacts the values of one plan. */
export interface ValueRedactor {
  /**
   * Returns a value as it may be stored. Modifies the value.
   * @param otherSide - the sensitive mask of the change's other side, which marks values of this side too
   * @throws PlanRejected `mask_misfit`
   */
  redact(value: MutableJson | undefined, sensitive: Mask, unknown: Mask, otherSide?: Mask): MutableJson;
  /** Returns the stored form of a key. */
  readonly nameOf: (key: string) => string;
  /** Returns the stored form of an address: secrets in its index keys are replaced. */
  readonly addressOf: (address: string) => string;
}

/**
 * Redacts in this order: unknown and sensitive subtrees, user data and private keys as a whole, keys and texts that
 * discovery's rules find, also within texts that are JSON, known secrets in any text or key. Then texts are cut at 4,096
 * characters.
 */
export function createValueRedactor(secrets: KnownSecrets): ValueRedactor {
  const names = new Map<string, string>();
  const redactText = (whole: string): string => {
    if (isMark(whole)) return whole;
    const text = readablePart(whole);
    if (holdsPrivateKey(text)) return sensitiveMark;
    return cutText(
      secrets.replaceIn(storableText(markCredentialPatterns(text, planMarker))),
      maximumTextLength,
    );
  };
  const nameOf = (key: string): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = redactText(key);
    if (names.size < maximumCachedNames && key.length <= maximumCachedNameLength) names.set(key, name);
    return name;
  };
  const finish = (value: MutableJson): MutableJson => {
    if (typeof value === 'string') return redactText(value);
    if (typeof value === 'number') return secrets.hasNumber(value) ? sensitiveMark : value;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) value[index] = finish(item);
      return value;
    }
    return isObject(value) ? finishObject(value) : value;
  };
  const finishObject = (value: { [key: string]: MutableJson }): MutableJson => {
    const entries = Object.entries(value);
    const isRenamed = entries.some(([key]) => nameOf(key) !== key);
    const finished: { [key: string]: MutableJson } = isRenamed ? {} : value;
    const uses = new Map<string, number>();
    for (const [key, inner] of entries) {
      const result = finish(inner);
      if (isRenamed) setOwn(finished, unusedName(finished, nameOf(key), uses), result);
      else if (result !== inner) setOwn(value, key, result);
    }
    return finished;
  };
  return {
    redact(value, sensitive, unknown, otherSide) {
      // A change that creates or deletes has no value on one side; its mask is false.
      if ((value === null || value === undefined) && unknown !== true && !isObject(unknown)) return null;
      const own = applyMasks(value, sensitive, unknown) ?? null;
      const masked = applyMasks(own, fitMask(otherSide, own), undefined) ?? null;
      const hidden = hideWholeValues(prepareTexts(masked, redactContainer));
      redactByNameAndPattern(hidden, planMarker);
      return finish(hidden);
    },
    nameOf,
    addressOf: (address) => redactIndexKeys(address, redactText),
  };
}

function redactContainer(value: MutableJson): void {
  redactByNameAndPattern(hideWholeValues(value), planMarker);
}

/**
 * Two keys can have the same redacted name.
 * @param uses - the number after each name, so that many such keys take linear time
 */
function unusedName(
  holder: { readonly [key: string]: MutableJson },
  name: string,
  uses: Map<string, number>,
): string {
  if (!Object.hasOwn(holder, name)) return name;
  let count = uses.get(name) ?? 2;
  while (Object.hasOwn(holder, `${name} ${count}`)) count += 1;
  uses.set(name, count + 1);
  return `${name} ${count}`;
}
