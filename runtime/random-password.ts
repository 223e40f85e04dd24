import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Returns a password of 24 characters (138 bits), without characters that look alike. */
export function randomPassword(): string {
  return Array.from({ length: 24 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
