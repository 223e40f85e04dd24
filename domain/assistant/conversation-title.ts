import { cutText } from '../text/storable.ts';
import { conversationLimits } from './turn-limits.ts';

/** The title of a conversation without a question and without a title of its own. */
export const untitled = 'New conversation';

/** Returns the title of a conversation that begins with the question: its first 60 characters, in one line. */
export function titleOf(question: string): string {
  const line = question.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line === '' ? untitled : cutText(line, conversationLimits.derivedTitleCharacters);
}
