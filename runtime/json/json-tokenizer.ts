import {
  afterWhiteSpace,
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  escapable,
  hexadecimal,
  isWhiteSpace,
  number,
  numberBytes,
  openBrace,
  openBracket,
  quote,
  space,
  words,
} from './json-bytes.ts';
import { InvalidJson } from './json-visitor.ts';
import type { JsonVisitor } from './json-visitor.ts';
import { TokenText } from './token-text.ts';

/** The expected token. */
const beforeValue = 0;
const beforeFirstElement = 1;
const beforeFirstKey = 2;
const beforeKey = 3;
const beforeColon = 4;
const afterValue = 5;
const insideString = 6;
const insideEscape = 7;
const insideUnicodeEscape = 8;
const insideNumber = 9;
const insideWord = 10;

/**
 * Parses one JSON text (RFC 8259) that arrives in chunks. Skipped strings are not decoded, and no string is kept beyond
 * 4,096 bytes, so the memory does not depend on the size of the text. Invalid UTF-8 becomes U+FFFD, as in Go's decoder,
 * which Terraform uses. A UTF-8 byte order mark is skipped.
 */
export class JsonTokenizer {
  readonly #maximumDepth: number;
  #expected = beforeValue;
  #offset = 0;
  #markBytes = 0;
  #done = false;
  /** For each open container whether it is an object, and its visitor, if it is not skipped. */
  readonly #isObject: boolean[] = [];
  readonly #visitors: (JsonVisitor | undefined)[] = [];
  readonly #indexes: number[] = [];
  /** The offset of the first byte of each open container, and of the current scalar. */
  readonly #starts: number[] = [];
  #start = 0;
  /** The number of values that have begun, now and at the beginning of each open container. */
  #values = 0;
  readonly #valuesBefore: number[] = [];
  /** The visitor of the next value; undefined when the value is skipped. */
  #next: JsonVisitor | undefined;
  #isKey = false;
  readonly #text = new TokenText();
  #word: (typeof words)[number] = words[0];
  #position = 0;

  /** @param maximumDepth the maximum number of containers that are open at the same time */
  constructor(root: JsonVisitor, maximumDepth: number) {
    this.#next = root;
    this.#maximumDepth = maximumDepth;
  }

  /** @throws InvalidJson, and errors of the visitors */
  push(chunk: Buffer): void {
    let index = 0;
    while (index < chunk.length) {
      if (this.#expected === insideString) index = this.#readString(chunk, index);
      else index = this.#readByte(chunk, index);
    }
    this.#offset += chunk.length;
  }

  /** @throws InvalidJson when the text is not complete */
  end(): void {
    if (this.#expected === insideNumber && this.#visitors.length === 0) this.#endNumber(0);
    if (!this.#done) throw new InvalidJson('truncated', this.#offset);
  }

  /** Handles one byte. Returns the index of the next one, which is the same when the byte ends a number. */
  #readByte(chunk: Buffer, index: number): number {
    const byte = chunk[index] ?? 0;
    switch (this.#expected) {
      case insideEscape:
        return this.#readEscape(byte, index);
      case insideUnicodeEscape:
        return this.#readUnicodeEscape(byte, index);
      case insideNumber:
        return this.#readNumber(byte, index);
      case insideWord:
        return this.#readWord(byte, index);
      default:
        return isWhiteSpace(byte) ? afterWhiteSpace(chunk, index + 1) : this.#readToken(byte, index);
    }
  }

  #readToken(byte: number, index: number): number {
    switch (this.#expected) {
      case beforeFirstElement:
        if (byte === closeBracket) return this.#close(false, index);
        this.#selectElement();
        return this.#beginValue(byte, index);
      case beforeFirstKey:
        if (byte === closeBrace) return this.#close(true, index);
        return this.#beginKey(byte, index);
      case beforeKey:
        return this.#beginKey(byte, index);
      case beforeColon:
        if (byte !== colon) this.#fail(index);
        this.#expected = beforeValue;
        return index + 1;
      case afterValue:
        return this.#readSeparator(byte, index);
      default:
        return this.#beginValue(byte, index);
    }
  }

  #readSeparator(byte: number, index: number): number {
    if (this.#done) throw new InvalidJson('trailing', this.#offset + index);
    const isObject = this.#isObject.at(-1) === true;
    if (byte === (isObject ? closeBrace : closeBracket)) return this.#close(isObject, index);
    if (byte !== comma) this.#fail(index);
    if (isObject) this.#expected = beforeKey;
    else {
      this.#selectElement();
      this.#expected = beforeValue;
    }
    return index + 1;
  }

  #selectElement(): void {
    const last = this.#indexes.length - 1;
    const position = this.#indexes[last] ?? 0;
    this.#indexes[last] = position + 1;
    this.#next = this.#visitors[last]?.element?.(position);
  }

  #beginKey(byte: number, index: number): number {
    if (byte !== quote) this.#fail(index);
    this.#isKey = true;
    return this.#beginString(index);
  }

  #beginValue(byte: number, index: number): number {
    this.#start = this.#offset + index;
    this.#values += 1;
    if (byte === quote) return this.#beginString(index);
    if (byte === openBrace || byte === openBracket) return this.#open(byte === openBrace, index);
    if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      this.#text.clear();
      this.#expected = insideNumber;
      return index;
    }
    const word = words.find(({ bytes }) => bytes[0] === byte);
    if (word === undefined) return this.#readMark(byte, index);
    this.#word = word;
    this.#position = 0;
    this.#expected = insideWord;
    return index;
  }

  /** Skips a byte order mark at the start of the text. */
  #readMark(byte: number, index: number): number {
    const expected = [0xef, 0xbb, 0xbf][this.#markBytes];
    if (byte !== expected || this.#offset + index !== this.#markBytes) this.#fail(index);
    this.#markBytes += 1;
    return index + 1;
  }

  #open(isObject: boolean, index: number): number {
    if (this.#visitors.length >= this.#maximumDepth) throw new InvalidJson('too_deep', this.#offset + index);
    this.#isObject.push(isObject);
    this.#visitors.push(this.#next);
    this.#indexes.push(0);
    this.#starts.push(this.#start);
    this.#valuesBefore.push(this.#values - 1);
    this.#expected = isObject ? beforeFirstKey : beforeFirstElement;
    this.#next = undefined;
    return index + 1;
  }

  #close(isObject: boolean, index: number): number {
    if (this.#isObject.pop() !== isObject) this.#fail(index);
    this.#indexes.pop();
    const start = this.#starts.pop() ?? 0;
    const values = this.#values - (this.#valuesBefore.pop() ?? 0);
    const visitor = this.#visitors.pop();
    visitor?.end?.();
    visitor?.span?.(start, this.#offset + index + 1, values);
    this.#endValue(index + 1);
    return index + 1;
  }

  /** Ends a value whose last byte is before `index`. */
  #endValue(index: number): void {
    this.#next?.span?.(this.#start, this.#offset + index, 1);
    this.#expected = afterValue;
    this.#next = undefined;
    this.#done = this.#visitors.length === 0;
  }

  #beginString(index: number): number {
    this.#text.clear();
    this.#expected = insideString;
    return index + 1;
  }

  #isTextNeeded(): boolean {
    return (this.#isKey ? this.#visitors.at(-1)?.property : this.#next?.scalar) !== undefined;
  }

  #readString(chunk: Buffer, start: number): number {
    let index = start;
    for (; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (byte === quote || byte === backslash || byte < space) break;
    }
    const needed = this.#isTextNeeded();
    const byte = chunk[index];
    if (byte === quote && needed && this.#text.isWhole(index - start)) {
      this.#endString(chunk.toString('utf8', start, index), index + 1);
      return index + 1;
    }
    if (needed) this.#text.add(chunk, start, index);
    if (byte === quote) this.#endString(needed ? this.#text.decodeString() : undefined, index + 1);
    else if (byte === backslash) {
      if (needed) this.#text.addBackslash(chunk, index);
      this.#expected = insideEscape;
    } else if (byte !== undefined) this.#fail(index);
    return index + 1;
  }

  #endString(text: string | undefined, end: number): void {
    if (this.#isKey) {
      this.#isKey = false;
      this.#next = text === undefined ? undefined : this.#visitors.at(-1)?.property?.(text);
      this.#expected = beforeColon;
      return;
    }
    this.#next?.scalar?.(text, 'string');
    this.#endValue(end);
  }

  #readEscape(byte: number, index: number): number {
    if (byte === 0x75) {
      this.#position = 0;
      this.#expected = insideUnicodeEscape;
    } else if (escapable.has(byte)) this.#expected = insideString;
    else this.#fail(index);
    if (this.#isTextNeeded()) this.#text.addByte(byte);
    return index + 1;
  }

  #readUnicodeEscape(byte: number, index: number): number {
    if (!hexadecimal.has(byte)) this.#fail(index);
    if (this.#isTextNeeded()) this.#text.addByte(byte);
    this.#position += 1;
    if (this.#position === 4) this.#expected = insideString;
    return index + 1;
  }

  #readNumber(byte: number, index: number): number {
    if (numberBytes[byte] !== 1) {
      this.#endNumber(index);
      return index;
    }
    this.#text.addByte(byte);
    return index + 1;
  }

  #endNumber(index: number): void {
    const { text, isComplete } = this.#text.readNumber();
    if (!number.test(text)) this.#fail(index);
    this.#next?.scalar?.(isComplete ? text : undefined, 'number');
    this.#endValue(index);
  }

  #readWord(byte: number, index: number): number {
    const { bytes, kind } = this.#word;
    if (byte !== bytes[this.#position]) this.#fail(index);
    this.#position += 1;
    if (this.#position === bytes.length) {
      this.#next?.scalar?.(bytes.toString(), kind);
      this.#endValue(index + 1);
    }
    return index + 1;
  }

  #fail(index: number): never {
    throw new InvalidJson('syntax', this.#offset + index);
  }
}
