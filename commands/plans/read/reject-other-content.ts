import { isTextPlan } from '../../../domain/plans/read/text-plan.ts';
import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import type { PlanProblem } from '../../../domain/plans/read/plan-rejected.ts';

const space = 0x20;

/**
 * Checks the first bytes of an inflated body. Returns whether text precedes the JSON, or is instead of it.
 * @throws PlanRejected when the bytes are neither text nor JSON in UTF-8
 */
export function beginsWithText(start: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = start;
  if (first === 0x50 && second === 0x4b) throw new PlanRejected('binary_plan');
  if (first === 0x1f && second === 0x8b) throw new PlanRejected('gzip_undeclared');
  if (first === 0xef && second === 0xbb && third === 0xbf) throw new PlanRejected('byte_order_mark');
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 || (start.length > 1 && (first === 0 || second === 0))) throw new PlanRejected('utf16');
  const text = start.toString('latin1').trimStart();
  if (text === '' || text.startsWith('{')) return false;
  if (isOtherJson(text)) throw new PlanRejected('not_an_object');
  // Text can precede a plan; bytes that are no text cannot.
  const isText = start.every((byte) => byte >= space || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
  if (!isText) throw new PlanRejected('syntax');
  return true;
}

/** Returns why a body that begins with text is rejected. */
export function problemOfText(text: string): PlanProblem {
  const containsPlan = /^[ \t]*\{/m.test(text) && text.includes('"format_version"');
  return !containsPlan && isTextPlan(text) ? 'text_plan' : 'text_before';
}

/** An array that does not begin as the line `[command]` of a wrapper, a text, a number, or a word. */
function isOtherJson(text: string): boolean {
  return /^(?:\[\s*(?:[[{"\d\]-]|true|false|null|$)|"|-?\d+\s*$|(?:true|false|null)\s*$)/.test(text);
}
