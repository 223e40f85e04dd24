import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The text of ingest tokens: `svci_`, 30 base62 characters, and 6 of checksum, so that scanners know one and a
 * mistyped one costs no database read. Source: GitHub's token format (github.blog, "Behind GitHub's new
 * authentication token formats", 2021).
 */
const prefix = 'svci_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** Shown in lists: enough to tell tokens apart, 25 of 30 random characters stay hidden. */
const shownLength = prefix.length + 5;

export function mintIngestToken(): { token: string; shown: string; tokenHash: Buffer } {
  let random = '';
  while (random.length < randomLength) random += alphabet.charAt(randomInt(alphabet.length));
  const token = `${prefix}${random}${checksum(random)}`;
  return {
    token,
    shown: token.slice(0, shownLength),
    tokenHash: createHash('sha256').update(token).digest(),
  };
}

/** Whether the text is one that {@link mintIngestToken} could have made. */
export function isIngestToken(text: string): boolean {
  if (!pattern.test(text)) return false;
  const random = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(checksum(random));
}

export function looksLikeIngestToken(text: string): boolean {
  return text.startsWith(prefix);
}

function checksum(random: string): string {
  let value = crc32(`${prefix}${random}`);
  let text = '';
  while (text.length < checksumLength) {
    text = alphabet.charAt(value % alphabet.length) + text;
    value = Math.floor(value / alphabet.length);
  }
  return text;
}
