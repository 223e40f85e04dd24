import { cutText } from '../text/storable.ts';
import { toolLimits } from './turn-limits.ts';

/**
 * Characters that a reader does not see, with which a text can hide instructions or change the order of other characters:
 * control, zero-width, bidirectional, tag and private-use characters, variation selectors and lone surrogates.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const invisibleExceptLayout =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Removes invisible characters except line feeds and tabs. */
export function visibleText(text: string): string {
  return text.replaceAll(invisibleExceptLayout, '');
}

/** Returns a text from the inventory as one line of visible characters, at most 256. */
export function visibleLine(text: string): string {
  const line = text.slice(0, maximumRead).replaceAll(/\s+/gu, ' ').replaceAll(invisible, '').trim();
  return cutText(line, toolLimits.textCharacters);
}

/** A text that is longer is cut before it is cleaned. */
const maximumRead = 16 * toolLimits.textCharacters;
