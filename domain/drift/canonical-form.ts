import { byCodeUnit, canonicalJson } from '../json/canonical.ts';
import { isArray } from '../json/json.ts';
import type { Json } from '../json/json.ts';
import { daySeconds } from '../time.ts';
import { hasReplacedPrincipal, normalisePolicy } from './normalise-policy.ts';
import type { AttributeRow, Comparison } from './attribute-row.ts';

/** The form of null, an absent value, "", [] and {}. */
export const emptyForm = '';

/**
 * Returns the text that is equal for equal values of an attribute, whether it comes from a state or from AWS; `undefined` for
 * a value that cannot be compared, such as an alias in place of a key. The caller replaces long texts by a keyed hash.
 */
export function canonicalForm(
  { comparison, default: fallback }: AttributeRow,
  value: Json,
): string | undefined {
  const form = isEmpty(value) ? emptyForm : forms[comparison](value);
  return form !== undefined && form === fallback ? emptyForm : form;
}

/**
 * Returns the forms that a state may have when AWS has the value: of a version each of its prefixes, else its only form.
 */
export function acceptedForms(row: AttributeRow, value: Json): readonly string[] | undefined {
  const form = canonicalForm(row, value);
  if (form === undefined || row.comparison !== 'version') return form === undefined ? undefined : [form];
  const parts = form.split('.').slice(0, maximumVersionParts);
  return [
    ...parts.map((_, index) => parts.slice(0, index + 1).join('.')),
    ...(form === parts.join('.') ? [] : [form]),
  ];
}

const maximumVersionParts = 8;

export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return isArray(value) ? value.every(isEmpty) : Object.values(value).every(isEmpty);
}

const forms: Readonly<Record<Comparison, (value: Json) => string | undefined>> = {
  scalar: scalarForm,
  text: (value) => scalarForm(value)?.toLowerCase(),
  list: (value) => listForm(value, false),
  set: (value) => listForm(value, true),
  json: (value) => jsonForm(value),
  policy: (value) => {
    const document = parse(value);
    return document === undefined || hasReplacedPrincipal(document)
      ? undefined
      : canonicalJson(normalisePolicy(document));
  },
  tags: scalarForm,
  boolean_word: (value) => {
    const text = scalarForm(value)?.toLowerCase();
    return text === undefined ? undefined : (booleanWords.get(text) ?? text);
  },
  seconds: (value) => amountForm(value, secondsOf),
  bytes: (value) => amountForm(value, bytesOf),
  reference: referenceForm,
  // A version is no number: 16.30 is not 16.3.
  version: (value) => (typeof value === 'string' ? value : scalarForm(value)),
};

/** Words with which AWS says what is a boolean in Terraform. `ENABLING` and `DISABLING` are on their way to it. */
const booleanWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    true: ['true', 'enabled', 'enable', 'enabling', 'on', 'yes', 'active', 'pending'],
    false: ['false', 'disabled', 'disable', 'disabling', 'off', 'no', 'inactive', 'suspended'],
  }).flatMap(([form, words]) => words.map((word) => [word, form] as const)),
);

/** A number has one text, whatever its decimals: `100.0` is `100`. A list of one element is the element. */
function scalarForm(value: Json): string | undefined {
  if (isArray(value)) {
    const [only] = value;
    return value.length === 1 && only !== undefined ? scalarForm(only) : undefined;
  }
  if (value === null || typeof value === 'object') return undefined;
  const text = String(value);
  if (text.length > 40 || !/^-?\d{1,20}\.\d{1,18}$/.test(text)) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** AWS returns some lists as a text with commas, such as the subnets of an Auto Scaling group. */
function listForm(value: Json, sorted: boolean): string | undefined {
  const given = isArray(value) ? value : [value];
  const items = sorted ? given.flatMap((item) => (typeof item === 'string' ? item.split(',') : item)) : given;
  const texts: string[] = [];
  for (const item of items) {
    if (isEmpty(item)) continue;
    const text = scalarForm(item);
    if (text === undefined) return undefined;
    texts.push(text.trim());
  }
  if (!sorted) return JSON.stringify(texts);
  return JSON.stringify([...new Set(texts)].sort(byCodeUnit));
}

function jsonForm(value: Json): string | undefined {
  const document = parse(value);
  return document === undefined ? undefined : canonicalJson(plain(document));
}

/** Scalars become texts, because AWS and Terraform differ in `"1"` and `1`; empty members are left out. */
function plain(value: Json): Json {
  if (value === null || typeof value !== 'object') return value === null ? null : String(value);
  if (isArray(value)) return value.filter((item) => !isEmpty(item)).map(plain);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (isEmpty(inner) ? [] : [[key, plain(inner)]])),
  );
}

/** Returns a document from a value or its JSON text; undefined for another text. */
function parse(value: Json): Json | undefined {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return undefined;
  }
}

const units = {
  seconds: { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: daySeconds },
  bytes: {
    b: 1,
    kb: 1000,
    kib: 1024,
    mb: 1_000_000,
    mib: 1_048_576,
    gb: 1_000_000_000,
    gib: 1_073_741_824,
    tib: 1_099_511_627_776,
  },
};
const secondsOf = new Map<string, number>(Object.entries(units.seconds));
const bytesOf = new Map<string, number>(Object.entries(units.bytes));

/** Returns the number of base units of `90`, `"90"`, `"90s"` or `1.5 GiB`. */
function amountForm(value: Json, factors: ReadonlyMap<string, number>): string | undefined {
  const text = scalarForm(value)?.trim().toLowerCase();
  if (text === undefined) return undefined;
  const { amount = '', unit = '' } =
    /^(?<amount>-?\d{1,18}(?:\.\d{1,9})?) ?(?<unit>[a-z]{0,3})$/.exec(text)?.groups ?? {};
  const factor = unit === '' ? 1 : factors.get(unit);
  return amount === '' || factor === undefined ? text : String(Number((Number(amount) * factor).toFixed(3)));
}

/**
 * Returns the last part of an ARN, URL or path: `arn:aws:iam::1:role/app/service`, `app/service` and `service` have one form. An
 * alias names a key whose id it does not contain, so it cannot be compared.
 */
function referenceForm(value: Json): string | undefined {
  const text = scalarForm(value);
  if (text === undefined || /(?:^|:)alias\//.test(text)) return undefined;
  const resource = text.startsWith('arn:') ? text.split(':').slice(5).join(':') : text;
  return resource.slice(Math.max(resource.lastIndexOf('/'), resource.lastIndexOf(':')) + 1);
}
