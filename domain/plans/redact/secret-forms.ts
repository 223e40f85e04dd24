import { storableText } from '../../text/storable.ts';

/** The shortest text that is a secret; shorter ones occur everywhere. */
export const shortestSecret = 6;
/** The shortest line that is searched for. Shorter lines of documents are rarely secret: `kind: Config`. */
const shortestLine = 16;

/**
 * Returns the forms in which a secret occurs inside other texts: plain, as a part of a JSON text (escaped once and twice, by
 * `JSON.stringify` and by Go, whose encoder also escapes `<`, `>` and `&`), percent-encoded (RFC 3986, and Terraform's
 * `urlencode`), and in base64 with both alphabets, also as a part of a longer encoded text or JSON text. The long lines of a secret are
 * forms too, because `indent()` and other line ends change the text between them.
 */
export function formsOf(secret: string): readonly string[] {
  // These characters are the same in JSON and in a percent-encoded text.
  if (/^[\w.~-]*$/.test(secret)) return withLength([secret, ...base64Forms(secret)]);
  const plain = storableText(secret);
  const trimmed = plain.trim();
  const escaped = [secret, plain].flatMap((text) => [escapeJson(text), escapeGoJson(escapeJson(text))]);
  const twice = escaped.map((text) => escapeJson(text));
  const encoded = percentForms(plain);
  const forms = [
    plain,
    trimmed,
    ...escaped,
    ...twice,
    ...encoded,
    ...[...new Set([plain, trimmed, ...escaped])].flatMap(base64Forms),
    ...linesOf(plain),
  ];
  return withLength(forms);
}

function linesOf(text: string): readonly string[] {
  if (!text.includes('\n')) return [];
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.length >= shortestLine);
}

function withLength(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)].filter((form) => form.length >= shortestSecret);
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Source: Go, package encoding/json, `HTMLEscape`. */
function escapeGoJson(escaped: string): string {
  return escaped.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function percentForms(text: string): readonly string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const upper = [component, upperHex(strict), upperHex(strict).replaceAll('%20', '+')];
  return [...upper, ...upper.map((form) => form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

function upperHex(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** Returns the characters that depend on the secret only, for each of the three positions in a group of three bytes. */
function base64Forms(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const forms = [0, 1, 2].map((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const first = Math.ceil((offset * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    return encodeBase64(padded).slice(first, end);
  });
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
