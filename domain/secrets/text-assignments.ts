import { isSecretKey, mentionsSecret } from './secret-keys.ts';
import { decodedStart, isSecretValue, looksLikeToken } from './secret-values.ts';
import type { SecretSpan } from './url-passwords.ts';

/**
 * A key with a separator in a text: `.env` files, INI, properties, shells, HCL, YAML, JSON, dictionaries of programming languages,
 * query strings, headers. An attempt begins only where a run of key characters begins.
 */
const assignment = /(?<![\w.-])([\w.-]+)(\\?["'`])?[\])]?[ \t]{0,3}(=>|:=|\?=|={1,3}|:|\|\||>|,)/g;
/** Quick tests, because most texts of a configuration are ids, ARNs and words. */
const mayAssign = /[=>|]|[:,]\s|["'`][\]):,]|--|^(?!arn:)[\w.-]{1,80}:[^/:]/;
const mayName = /value|plaintext/i;
/** After these, only the form of a value shows that it belongs to the key. */
const weakSeparators = new Set([',', '>', '||']);

/**
 * Returns the values in a text that belong to keys with the name of a secret, or to keys of a service and look like its tokens.
 * Spans are in order and do not overlap.
 */
export function assignedSecrets(text: string): readonly SecretSpan[] {
  if (!mayAssign.test(text)) return [];
  const spans = [
    ...keyedValues(text),
    ...namedValues(text),
    ...manifestValues(text),
    ...elements(text),
    ...options(text),
  ];
  return inOrder(spans);
}

function inOrder(spans: SecretSpan[]): readonly SecretSpan[] {
  spans.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = -1;
  return spans.filter((span) => {
    if (span.start < end || span.end <= span.start) return false;
    end = span.end;
    return true;
  });
}

function keyedValues(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const pattern = assignment;
  pattern.lastIndex = 0;
  const lines = new TextLines(text);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, key = '', quote = '', separator = ''] = match;
    const before = wordBefore(text, match.index);
    const isSecret = isSecretKey(key) || (before !== '' && isSecretKey(`${before} ${key}`));
    const isMentioned =
      !isSecret && (mentionsSecret(key) || (before !== '' && mentionsSecret(`${before} ${key}`)));
    const isBasic = !isSecret && key === 'auth';
    if (!isSecret && !isMentioned && !isBasic) continue;
    if (!isSeparator(text, match.index, pattern.lastIndex, separator, quote)) continue;
    const isAssigned = isSecret && !weakSeparators.has(separator);
    const longest = isAssigned ? Infinity : longestRead;
    const values = valuesAt(lines, match.index, pattern.lastIndex, separator === ':', longest);
    for (const span of values) {
      const value = text.slice(span.start, span.end);
      if (
        isAssigned
          ? isSecretValue(value)
          : isSecret || isMentioned
            ? looksLikeToken(value)
            : isBasicCredential(value)
      )
        spans.push(span);
    }
    const last = values.at(-1);
    if (last !== undefined && isAssigned) pattern.lastIndex = Math.max(pattern.lastIndex, last.end);
  }
  return spans;
}

/** Whether a value is a user and a password in base64, as Docker stores them. */
export function isBasicCredential(value: string): boolean {
  return value.length >= 8 && /^[\w.@+-]{1,64}:\S/.test(decodedStart(value) ?? '');
}

/** `API key: …`: the word before a key, on the same line. */
function wordBefore(text: string, start: number): string {
  if (text.charAt(start - 1) !== ' ') return '';
  return /(?<![\w.-])([A-Za-z-]{1,20}) $/.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? '';
}

/** `arn:aws:secretsmanager:…:secret:name` and `token://` are no assignments: a colon without a space begins a value at places only. */
function isSeparator(text: string, start: number, end: number, separator: string, quote: string): boolean {
  if (separator !== ':') return true;
  const next = text.charAt(end);
  if (next === ':' || next === '/') return false;
  if (next === '' || /\s/.test(next) || quote !== '') return true;
  return start === 0 || /[\s{,(["'`]/.test(text.charAt(start - 1));
}

/** The lines of a text, for positions that mostly ascend: the end of the last line is kept. */
class TextLines {
  readonly text: string;
  /** The end of the list that was read last for a key that only mentions a secret. */
  listTo = -1;
  #from = 0;
  #to = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the position of the line feed after a position, or the length of the text. */
  endOf(position: number): number {
    if (position < this.#from || position > this.#to) {
      const end = this.text.indexOf('\n', position);
      this.#from = position;
      this.#to = end < 0 ? this.text.length : end;
    }
    return this.#to;
  }

  /** Returns what is before a position on its line, or undefined when that is longer than any indentation. */
  before(position: number): string | undefined {
    const part = this.text.slice(Math.max(0, position - longestLineStart), position);
    const start = part.lastIndexOf('\n');
    return start < 0 && position > longestLineStart ? undefined : part.slice(start + 1);
  }
}

const longestLineStart = 200;
/** Of a value that must look like a token. */
const longestRead = 2_048;
const longestList = 8_192;

/** What is before a key on its line, when the key begins the line: indentation, markers of lists and diffs, `export`. */
const lineStart =
  /^[ \t]*(?:[-+~*#][ \t]+){0,3}(?:(?:export|set|setx|ENV|ARG|let|const|var|local|declare|readonly)[ \t]+)?\\?["'`[]?$/;

/** @param longest - of a value, so that the values of keys that only mention a secret are read in linear time */
function valuesAt(
  lines: TextLines,
  keyStart: number,
  from: number,
  isColon: boolean,
  longest = Infinity,
): readonly SecretSpan[] {
  const { text } = lines;
  const before = lines.before(keyStart);
  const beginsLine = before !== undefined && lineStart.test(before);
  const lineTo = lines.endOf(from);
  let start = skipSpaces(text, from, lineTo);
  if (isColon && beginsLine) start = skipProperties(text, start, lineTo);
  const head = text.charAt(start);
  const indent = before === undefined ? 0 : indentOf(before);
  if (start >= lineTo || head === '#') return isColon && beginsLine ? blockBelow(lines, lineTo, indent) : [];
  if (
    isColon &&
    beginsLine &&
    /^[|>][-+\d]{0,2}[ \t]{0,100}(?:#.*)?\r?$/.test(
      text.slice(start, Math.min(lineTo, start + longestLineStart)),
    )
  )
    return indentedBelow(lines, lineTo, indent);
  if (head === '{') return [];
  if (head === '[') return listItems(lines, start, longest);
  const quote = /\\?["'`]/y;
  quote.lastIndex = start;
  const opening = quote.exec(text)?.[0];
  if (opening !== undefined) return [quotedAt(lines, start + opening.length, opening, longest)];
  const end = plainEnd(text, start, Math.min(lineTo, start + longest), beginsLine, isColon, before ?? '');
  return isColon && beginsLine
    ? [{ start, end: continuedEnd(lines, end, lineTo, indent) }]
    : [{ start, end }];
}

function skipSpaces(text: string, from: number, to: number): number {
  let index = from;
  while (index < to && /[ \t\r]/.test(text.charAt(index))) index += 1;
  return index;
}

/** YAML: an anchor or a tag precedes the value. */
function skipProperties(text: string, from: number, to: number): number {
  const properties = /(?:[&!][^\s,[\]{}]{0,200}[ \t]+){0,2}/y;
  properties.lastIndex = from;
  return Math.min(to, from + (properties.exec(text)?.[0].length ?? 0));
}

/** The column of a key: markers of list items are indentation too. */
function indentOf(before: string): number {
  return before.replace(/\\?["'`[]$/, '').length;
}

function quotedAt(lines: TextLines, start: number, opening: string, longest: number): SecretSpan {
  const { text } = lines;
  const limit = Math.min(text.length, start + longest);
  for (let index = start; index < limit; index += 1) {
    if (opening.length === 1 && opening !== "'" && text.charAt(index) === '\\') index += 1;
    else if (text.startsWith(opening, index)) {
      // YAML and SQL write a quote within quotes twice.
      if (opening !== "'" || text.charAt(index + 1) !== "'") return { start, end: index };
      index += 1;
    }
  }
  return { start, end: lines.endOf(start) };
}

/** Characters that end a value when another assignment, a space or the end follows. */
const delimiter = /[;,&]/;
/** Characters that never end a value; a regular expression reads them faster than the loop. */
const plainCharacters = /[\w+/=.~%:|-]{0,2048}/y;
const nextAssignment = /[;,&\s]\s{0,8}(?:(?:amp;)?[\w.-]{1,80}["']?\s{0,3}[=:]|$)/y;

/**
 * Returns the end of a value without quotes. A value of a whole line, as in `.env` files, can contain spaces, semicolons and
 * commas; one within a line ends at white space.
 */
function plainEnd(
  text: string,
  start: number,
  limit: number,
  beginsLine: boolean,
  isColon: boolean,
  before: string,
): number {
  const isFlow = isColon && !beginsLine && /[{,][ \t]*["']?$/.test(before);
  // A closing bracket that has no opening one in the value is not a part of it.
  let depth = 0;
  plainCharacters.lastIndex = start;
  const plain = plainCharacters.exec(text)?.[0].length ?? 0;
  for (let index = start + plain; index < limit; index += 1) {
    const character = text.charAt(index);
    if (
      beginsLine ? /[ \t]/.test(character) && text.charAt(index + 1) === '#' : /[\s"'`<>\\]/.test(character)
    )
      return index;
    if (isFlow && /[,}]/.test(character)) return index;
    if (/[([{]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character)) {
      if (!beginsLine && depth === 0 && /^(?:$|[\s,;)\]}])/.test(text.slice(index + 1, index + 2)))
        return index;
      depth = Math.max(0, depth - 1);
    }
    if (delimiter.test(character) || (beginsLine && !isColon && /\s/.test(character))) {
      nextAssignment.lastIndex = index;
      if (nextAssignment.test(text) || (!beginsLine && /\s/.test(text.charAt(index + 1)))) return index;
    }
  }
  let end = limit;
  while (end > start && /[\s,]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** YAML: a plain value continues on lines that are indented more than its key and contain no key. */
function continuedEnd(lines: TextLines, end: number, lineTo: number, indent: number): number {
  const { text } = lines;
  let result = end;
  for (let from = lineTo + 1; from < text.length;) {
    const to = lines.endOf(from);
    const line = text.slice(from, Math.min(to, from + 1_000));
    if (indentationOf(line) <= indent || /^\s*(?:-[ \t]|#|$)|:(?:\s|$)/.test(line)) break;
    result = to;
    from = to + 1;
  }
  return result;
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The lines below a key that are indented more, one span for each. */
function indentedBelow(lines: TextLines, lineTo: number, indent: number): readonly SecretSpan[] {
  const { text } = lines;
  const spans: SecretSpan[] = [];
  for (let from = lineTo + 1; from < text.length;) {
    const to = lines.endOf(from);
    const line = text.slice(from, to);
    if (line.trim() !== '') {
      const own = indentationOf(line);
      if (own <= indent) break;
      spans.push({ start: from + own, end: from + line.trimEnd().length });
    }
    from = to + 1;
  }
  return spans;
}

/** The items of a YAML list below a key. The list can have the indentation of the key. A map below it has keys of its own. */
function blockBelow(lines: TextLines, lineTo: number, indent: number): readonly SecretSpan[] {
  const { text } = lines;
  const spans: SecretSpan[] = [];
  for (let from = lineTo + 1; from < text.length;) {
    const to = lines.endOf(from);
    const line = text.slice(from, to);
    if (line.trim() !== '') {
      const item = /^(\s*-[ \t]+)(["']?)([^\s].*?)\2\s*$/.exec(line.slice(0, 8_192));
      if (item === null || indentationOf(line) < indent || /^[\w.-]+:(?:\s|$)/.test(item[3] ?? '')) break;
      const start = from + (item[1] ?? '').length + (item[2] ?? '').length;
      spans.push({ start, end: start + (item[3] ?? '').length });
    }
    from = to + 1;
  }
  return spans;
}

/** The items of a list in brackets. Those of a list within it are among them, so that they are not read again. */
function listItems(lines: TextLines, start: number, longest: number): readonly SecretSpan[] {
  const isMention = longest !== Infinity;
  if (isMention && start < lines.listTo) return [];
  const rest = lines.text.slice(start + 1, start + longestList);
  const end = rest.indexOf(']');
  const list = end < 0 ? rest : rest.slice(0, end);
  if (isMention) lines.listTo = start + 1 + list.length;
  return [...list.matchAll(/\\?"([^"\\]+)\\?"|'([^']+)'|([^\s,"'\\[\]{}]+)/g)].map((match) => {
    const value = match[1] ?? match[2] ?? match[3] ?? '';
    const from = start + 1 + match.index + match[0].indexOf(value);
    return { start: from, end: from + value.length };
  });
}

const nameThenValue =
  /(?<![\w.-])(?:name|key|parameter_?key|option_?name|variable)\\?["']?\s{0,3}[=:]\s{0,3}\\?["']?([\w./-]{1,200})\\?["']?[\s,;}\])]{0,40}(?:value|parameter_?value|plaintext)\\?["']?[ \t]{0,3}(?:=>|[=:])/gi;
const valueThenName =
  /(?<![\w.-])value\\?["']?[ \t]{0,3}[=:][ \t]{0,3}(\\?["']?)([^\n"']{1,500})\1[\s,;]{1,40}(?:name|key)\\?["']?\s{0,3}[=:]\s{0,3}\\?["']?([\w./-]{1,200})/gi;

/** Pairs such as `- name: DB_PASSWORD` with `value: …` on the next line, `<add key="Password" value="…"/>`. */
function namedValues(text: string): SecretSpan[] {
  if (!mayName.test(text)) return [];
  const spans: SecretSpan[] = [];
  const lines = new TextLines(text);
  for (const match of text.matchAll(nameThenValue)) {
    if (!isSecretKey(match[1] ?? '')) continue;
    const end = match.index + match[0].length;
    const keyStart = match.index + match[0].search(/(?<!\w)\w{1,20}\\?["']?[ \t]{0,3}(?:=>|[=:])$/);
    spans.push(
      ...valuesAt(lines, keyStart, end, match[0].endsWith(':')).filter((span) =>
        isSecretValue(text.slice(span.start, span.end)),
      ),
    );
  }
  for (const match of text.matchAll(valueThenName)) {
    const [whole, , value = '', name = ''] = match;
    if (!isSecretKey(name) || !isSecretValue(value.trim())) continue;
    const start = match.index + whole.indexOf(value, whole.search(/[=:]/) + 1);
    spans.push({ start, end: start + value.trimEnd().length });
  }
  return spans;
}

/** The values of `data` and `stringData` of Kubernetes secrets, whatever their keys. */
function manifestValues(text: string): SecretSpan[] {
  if (!text.includes('Secret')) return [];
  if (!/\bkind\b["']?\s{0,3}:\s{0,3}["']?Secret\b/.test(text)) return [];
  const spans: SecretSpan[] = [];
  const lines = new TextLines(text);
  let from = 0;
  for (const document of text.split(/^---/m)) {
    if (/^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?Secret["']?\s*$/m.test(document))
      for (const match of document.matchAll(/^([ \t]*)["']?(?:data|stringData)["']?[ \t]*:[ \t]*$/gm)) {
        const start = from + match.index;
        const block = indentedBelow(lines, lines.endOf(start), (match[1] ?? '').length);
        for (const line of block.filter(({ end }) => end <= from + document.length)) {
          const key =
            /^(?:["']?[\w./-]{1,253}["']?)[ \t]*:[ \t]*(?:[|>][-+\d]{0,2})?["']?/.exec(
              text.slice(line.start, line.end),
            )?.[0] ?? '';
          const value = text.slice(line.start + key.length, line.end).replace(/["']$/, '');
          if (isSecretValue(value))
            spans.push({ start: line.start + key.length, end: line.start + key.length + value.length });
        }
      }
    from += document.length + 3;
  }
  return spans;
}

/** `<password>…</password>`. */
function elements(text: string): SecretSpan[] {
  if (!text.includes('</')) return [];
  return [...text.matchAll(/<([\w.:-]{1,100})(?:\s[^<>]{0,200})?>([^<]{1,4000})<\//g)].flatMap((match) => {
    const [whole, tag = '', value = ''] = match;
    if (!isSecretKey(tag) || !isSecretValue(value)) return [];
    const start = match.index + whole.length - 2 - value.length;
    return [{ start, end: start + value.length }];
  });
}

/** `--password …`, where a space precedes the value. */
function options(text: string): SecretSpan[] {
  if (!text.includes('--')) return [];
  return [
    ...text.matchAll(/(?<![\w-])--([A-Za-z][\w-]{0,80})[ \t]{1,8}(\\?["']?)([^\s"'\\-][^\s"'\\]*)/g),
  ].flatMap((match) => {
    const [whole, name = '', , value = ''] = match;
    if (!isSecretKey(name) || !isSecretValue(value)) return [];
    const start = match.index + whole.length - value.length;
    return [{ start, end: start + value.length }];
  });
}
