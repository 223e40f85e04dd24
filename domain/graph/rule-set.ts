import { compositionRules } from './composition-rules.ts';
import { failureExceptions } from './failure-exceptions.ts';
import { failureDefaults } from './failure-propagation.ts';
import { identifierRules } from './identifier-rules.ts';
import { edgeRules } from './rules/index.ts';

/** Increase it when the engine reads other references from the same rules, or other facts of exposure or access. */
const engineVersion = 4;

/** Texts for people, which change no edge. */
const notRead = new Set(['example', 'reason']);

/**
 * Version of the rules and the engine. An account that was extracted with another version needs a full extraction. Changes
 * with every change of a rule, but not with its example.
 */
export const graphRuleSet = `${engineVersion}-${hashText(rulesAsText())}`;

function rulesAsText(): string {
  const rules = [edgeRules, identifierRules, compositionRules, failureDefaults, failureExceptions];
  return JSON.stringify(rules, (key, value: unknown) => (notRead.has(key) ? undefined : value));
}

/** Returns 53 bits of a text's hash in hex. Source of the algorithm: cyrb53 (public domain). */
function hashText(text: string): string {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    left = Math.imul(left ^ code, 2654435761);
    right = Math.imul(right ^ code, 1597334677);
  }
  left = Math.imul(left ^ (left >>> 16), 2246822507) ^ Math.imul(right ^ (right >>> 13), 3266489909);
  right = Math.imul(right ^ (right >>> 16), 2246822507) ^ Math.imul(left ^ (left >>> 13), 3266489909);
  return (4294967296 * (2097151 & right) + (left >>> 0)).toString(16).padStart(14, '0');
}
