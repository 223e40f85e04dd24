import { scanTriggers } from '../../../../domain/values.ts';
import type { View } from '../view.ts';

/** Words for what starts a scan. */
const triggerWords: Readonly<Record<(typeof scanTriggers)[number], RegExp>> = {
  manual: /\b(?:manual|manually|by hand|by a person)\b/,
  schedule: /\b(?:scheduled|schedule|daily)\b/,
  onboarding: /\b(?:onboarding|onboarded|initial)\b/,
  retry: /\b(?:retry|retried|retries)\b/,
  event: /\b(?:events?|cloudtrail)\b/,
};

/** The trigger of scans that a question names. */
export function triggerOf({ slots }: View): (typeof scanTriggers)[number] | undefined {
  const text = slots.spans.map((span) => span.text.toLowerCase()).join(' ');
  return scanTriggers.find((trigger) => triggerWords[trigger].test(text));
}
