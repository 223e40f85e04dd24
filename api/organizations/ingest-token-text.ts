import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The format of ingest tokens: `svci_`, 30 random base62 characters and a checksum of 6, so that secret scanners
 * recognize them and a mistyped token costs no query. Source: GitHub's token format (github.blog, "Behind GitHub's new
 * authentication token formats", 2021).
 */
const marker = 'svci_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const pattern = new RegExp(`^${marker}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** The length of the prefix that lists show; it reveals 5 of the 30 random characters. */
const prefixLength = marker.length + 5;

/** Creates a random token. `prefix` is shown in lists, `tokenHash` its SHA-256. */
export function createIngestTokenText(): { token: string; prefix: string; tokenHash: Buffer } {
  let random = '';
  while (random.length < randomLength) random += alphabet.charAt(randomInt(alphabet.length));
  const token = `${marker}${random}${checksum(random)}`;
  return {
    token,
    prefix: token.slice(0, prefixLength),
    tokenHash: createHash('sha256').update(token).digest(),
  };
}

/** Returns whether the text has the format and a valid checksum. */
export function isIngestToken(text: string): boolean {
  if (!pattern.test(text)) return false;
  const random = text.slice(marker.length, marker.length + randomLength);
  return text.endsWith(checksum(random));
}

export function looksLikeIngestToken(text: string): boolean {
  return text.startsWith(marker);
}

function checksum(random: string): string {
  let value = crc32(`${marker}${random}`);
  let text = '';
  while (text.length < checksumLength) {
    text = alphabet.charAt(value % alphabet.length) + text;
    value = Math.floor(value / alphabet.length);
  }
  return text;
}
