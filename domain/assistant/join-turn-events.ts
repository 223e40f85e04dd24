import type { TurnEvent } from './turn-event.ts';
import { textDelta } from './turn-limits.ts';

/** Joins consecutive `text.delta` events, and splits their text into events of at most 4,096 bytes of UTF-8. */
export function joinTurnEvents(events: readonly TurnEvent[]): readonly TurnEvent[] {
  const joined: TurnEvent[] = [];
  let text = '';
  const endText = () => {
    for (const part of splitText(text)) joined.push({ type: 'text.delta', data: { text: part } });
    text = '';
  };
  for (const event of events) {
    if (event.type === 'text.delta') {
      text += event.data.text;
      continue;
    }
    endText();
    joined.push(event);
  }
  endText();
  return joined;
}

/** Splits between code points. */
function splitText(text: string): readonly string[] {
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (text.length * 3 <= textDelta.bytes) return text === '' ? [] : [text];
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of text) {
    const size = bytesOf(character.codePointAt(0) ?? 0);
    if (bytes + size > textDelta.bytes) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part];
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}
