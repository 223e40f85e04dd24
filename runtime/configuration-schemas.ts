import { createPrivateKey } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Parsers of the text of an environment variable. */
export const text = z.string('is required');
export const nonEmpty = text.refine((value) => value.trim() !== '', 'must not be empty');
export const portNumber = integer(0, 65_535);
export const list = text.transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Returns the PEM of a key that is given with `\\n` in place of line breaks, or as base64 of the PEM. */
export function pemOf(given: string): string {
  const unescaped = given.replaceAll(String.raw`\n`, '\n');
  return unescaped.includes('-----BEGIN') ? unescaped : Buffer.from(given, 'base64').toString('utf8');
}

export function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}

export function isNetwork(network: string): boolean {
  const [address = '', bits = '', ...rest] = network.split('/');
  const family = isIP(address);
  return (
    family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

/** Whether a value is an IP address or a host name. Digits and dots that are no address are no name either. */
export function isHost(value: string): boolean {
  const name = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
  return isIP(value) !== 0 || (value.length <= 253 && name.test(value) && !/^[\d.]+$/.test(value));
}

/** Whether a value is `host:port`; an IPv6 address is in brackets. */
export function isHostAndPort(value: string): boolean {
  const [, host = '', address = '', port = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? [];
  const isValid = host === '' ? isHost(address) : isIP(host) === 6;
  return isValid && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Whether a value is the address of a DNS server: an IP address, or one with a port. */
export function isDnsServer(value: string): boolean {
  if (isIP(value) !== 0) return true;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+)):\d{1,5}$/.exec(value) ?? [];
  return isHostAndPort(value) && isIP(bracketed ?? plain ?? '') !== 0;
}

/** Whether a value is a mail address, alone or as `Name <address>`. */
export function isMailAddress(value: string): boolean {
  return /^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/.test(value.trim());
}

/** The path of a file that the process can read. */
export const readableFile = nonEmpty.refine((path) => {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}, 'must be the path of a readable file');

/** A web origin: scheme, host and port. Returns it as browsers send it. */
export const webOrigin = url('http', 'https')
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { pathname, search, hash, username, password } = new URL(value);
    return pathname === '/' && [search, hash, username, password].every((part) => part === '');
  }, 'must be an origin without a path')
  .transform((value) => new URL(value).origin);

export function integer(minimum: number, maximum: number) {
  const message = `must be an integer from ${minimum} to ${maximum}`;
  return z.coerce.number(message).int(message).min(minimum, message).max(maximum, message);
}

export function oneOf(...allowed: readonly string[]) {
  return z.enum(allowed, `must be one of ${allowed.join(', ')}`);
}

/** Removes a trailing slash, so that paths can be appended. */
export function url(...protocols: readonly string[]) {
  const allowed = protocols.map((protocol) => `${protocol}://`).join(' or ');
  return text
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)),
      `must be a URL that starts with ${allowed}`,
    )
    .transform((value) => value.replace(/\/$/, ''));
}

export function keys(valid: (secret: string) => boolean, secret: string) {
  const message = `each entry must be id:secret, with ${secret}`;
  const key = z.object({
    id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, message),
    secret: z.string().refine(valid, message),
  });
  return list
    .transform((entries) =>
      entries.map((entry) => {
        const separator = entry.indexOf(':');
        return { id: entry.slice(0, separator), secret: entry.slice(separator + 1) };
      }),
    )
    .pipe(
      z
        .array(key)
        .min(1, 'must contain at least one key')
        .refine(
          (parsed) => new Set(parsed.map(({ id }) => id)).size === parsed.length,
          'key ids must differ',
        ),
    );
}
