import { cutText, storableText } from '../../domain/text/storable.ts';

const maximumReasonLength = 200;

/** Returns what a provider says about a refused request, as one line without control characters. */
export function reasonText(reason: unknown): string | undefined {
  const text = typeof reason === 'string' ? reason : JSON.stringify(reason);
  const line = storableText(text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line === '' ? undefined : cutText(line, maximumReasonLength);
}
