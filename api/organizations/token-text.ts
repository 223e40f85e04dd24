import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The format of the tokens of programs: a marker, 30 random base62 characters and a checksum of 6, so that secret scanners
 * recognize them and a mistyped token costs no query. Source: GitHub's token format (github.blog, "Behind GitHub's new
 * authentication token formats", 2021).
 */
const markers = { ingest_token: 'svci_', api_token: 'svca_' } as const;
export type TokenKind = keyof typeof markers;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const pattern = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** Number of the random characters that lists show. */
const shownCharacters = 5;

/** Creates a random token. `prefix` is shown in lists, `tokenHash` its SHA-256. */
export function createTokenText(kind: TokenKind): { token: string; prefix: string; tokenHash: Buffer } {
  const marker = markers[kind];
  let random = '';
  while (random.length < randomLength) random += alphabet.charAt(randomInt(alphabet.length));
  const token = `${marker}${random}${checksum(marker, random)}`;
  return {
    token,
    prefix: token.slice(0, marker.length + shownCharacters),
    tokenHash: createHash('sha256').update(token).digest(),
  };
}

/** Returns the kind that the marker of a text names, without a check of the rest. */
export function tokenKindOf(text: string): TokenKind | undefined {
  return (Object.keys(markers) as TokenKind[]).find((kind) => text.startsWith(markers[kind]));
}

/** Returns the SHA-256 in hexadecimal of a token with the format and a valid checksum, else `undefined`. */
export function hashOfToken(kind: TokenKind, text: string): string | undefined {
  const marker = markers[kind];
  const rest = text.slice(marker.length);
  if (!text.startsWith(marker) || !pattern.test(rest)) return undefined;
  if (!rest.endsWith(checksum(marker, rest.slice(0, randomLength)))) return undefined;
  return createHash('sha256').update(text).digest('hex');
}

function checksum(marker: string, random: string): string {
  let value = crc32(`${marker}${random}`);
  let text = '';
  while (text.length < checksumLength) {
    text = alphabet.charAt(value % alphabet.length) + text;
    value = Math.floor(value / alphabet.length);
  }
  return text;
}
