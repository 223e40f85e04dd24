import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A password to be read aloud once: 24 characters without look-alikes, 138 bits. */
export function randomPassword(): string {
  return Array.from({ length: 24 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
