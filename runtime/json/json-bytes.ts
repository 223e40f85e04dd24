// The bytes and tokens of JSON. Source: RFC 8259, sections 2 to 7.

const [tab, newline, carriageReturn] = [0x09, 0x0a, 0x0d];
/** Bytes below it must be escaped in a string. */
export const space = 0x20;
export const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
export const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
/** The bytes that may follow a backslash, except `u`. */
export const escapable: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
export const hexadecimal: ReadonlySet<number> = new Set(Buffer.from('0123456789abcdefABCDEF'));
/** The literal names. */
export const words = [
  { bytes: Buffer.from('true'), kind: 'boolean' },
  { bytes: Buffer.from('false'), kind: 'boolean' },
  { bytes: Buffer.from('null'), kind: 'null' },
] as const;
/** Per byte value, whether it can be part of a number. */
export const numberBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  '0123456789+-.eE'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** The grammar of a number. */
export const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === space || byte === newline || byte === carriageReturn || byte === tab;
}

/** Returns the index of the first byte from `start` on that is no white space. */
export function afterWhiteSpace(chunk: Buffer, start: number): number {
  let index = start;
  while (isWhiteSpace(chunk[index])) index += 1;
  return index;
}
