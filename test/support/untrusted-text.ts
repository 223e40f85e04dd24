import fc from 'fast-check';
import { codePoint } from './code-point.ts';

const specialCharacters = Array.from('%.,;:=&?#/\\"\'[]{}<> \t\0\u00ffj1eE+-_~');

/** Text of any code points, and of those that parsers treat in a special way. */
const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...specialCharacters), maxLength: 40 }),
  fc.constantFrom(
    '%E0%A4%A',
    '%',
    'j:{',
    'j:[null]',
    '__proto__',
    'null',
    '[]',
    '{}',
    '{"typ":"JWT"}',
    '\ud800',
  ),
);

const base64Url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');

/** Headers that `jsonwebtoken` reads in different ways. */
const jwtHeader = fc.oneof(
  fc.constantFrom(
    '{"typ":"JWT"}',
    '{"typ":"JWT","alg":"HS256"}',
    '{"alg":"none","typ":"at+jwt"}',
    '{"alg":"RS256","typ":"at+jwt","kid":"k1"}',
    '{"alg":"HS256","typ":"at+jwt","kid":"k1"}',
    '{"alg":"HS256","kid":"k1"}',
    '{"alg":"HS256","typ":"JWT","kid":"k1"}',
    '{"kid":{"toString":1},"typ":"at+jwt"}',
    '1',
    'null',
    '"JWT"',
    '[]',
  ),
  fc.json({ maxDepth: 2 }),
  anyText,
);

const jwtText = fc
  .tuple(jwtHeader, fc.oneof(fc.json({ maxDepth: 2 }), anyText), anyText)
  .map((parts) => parts.map(base64Url).join('.'));

/** Text that a client can send in place of a token, cursor, signature or query, often nearly well-formed. */
export const untrustedText = fc.oneof(
  anyText,
  jwtText,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc
    .tuple(fc.constantFrom('svci_', 'sha256=', 'v1,', 'Bearer ', 'whsec_', 'W/"'), anyText)
    .map((parts) => parts.join('')),
);

/** The part of {@link untrustedText} that HTTP allows in a header. */
export const untrustedHeader = untrustedText.map((text) =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replaceAll(/(?!\t)\p{Control}/gu, (character) => (character < '\x80' ? ' ' : character)),
);

/** Bytes of a body: arbitrary, or JSON that was cut, or with a byte replaced. */
export const untrustedBody = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  anyText.map((text) => Buffer.from(text)),
  fc.tuple(fc.json(), fc.nat(), fc.nat({ max: 255 }), fc.boolean()).map(([json, random, byte, cuts]) => {
    const bytes = Buffer.from(json);
    const at = random % bytes.length;
    if (cuts) return bytes.subarray(0, at);
    bytes[at] = byte;
    return bytes;
  }),
  fc.json().map((json) => Buffer.from(json)),
);
