/**
 * A text with placeholders `${name}`. A placeholder may have filters, applied from left to right:
 *
 * - `${name|after:/}` keeps the part after the last `/`, `${name|rest:/}` the part after the first `/`, and
 *   `${name|before:/}` the part before the first `/`. The value is unchanged when it does not contain the separator.
 * - `${name|trim:.}` removes the suffix `.`, and `${name|lower}` converts to lower case.
 * - `${arn|field:5}` keeps a field of an ARN, counted from 0. The last field contains the remaining separators.
 * - `${name|item:0}` keeps an item of a list that `|` separates, counted from 0, and `${name|replace::=/}` replaces each `:` by `/`.
 * - `${name|map:a=A,b=B}` replaces `a` by `A` and `b` by `B`. Other values make the result null.
 */
export type Template = string;

const placeholder = /\$\{([^{}]+)\}/g;

const filters: Readonly<Record<string, (text: string, by: string) => string | null>> = {
  after: (text, by) => (text.includes(by) ? text.slice(text.lastIndexOf(by) + by.length) : text),
  rest: (text, by) => (text.includes(by) ? text.slice(text.indexOf(by) + by.length) : text),
  before: (text, by) => (text.includes(by) ? text.slice(0, text.indexOf(by)) : text),
  trim: (text, by) => (text.endsWith(by) ? text.slice(0, -by.length) : text),
  lower: (text) => text.toLowerCase(),
  field: (text, by) => arnField(text, Number(by)),
  item: (text, by) => text.split('|')[Number(by)] ?? null,
  replace: (text, by) => {
    const [from = '', to = ''] = by.split('=');
    return from === '' ? null : text.replaceAll(from, to);
  },
  map: (text, by) => {
    const pair = by.split(',').find((one) => one.startsWith(`${text}=`));
    return pair === undefined ? null : pair.slice(text.length + 1);
  },
};

/**
 * Replaces the placeholders of a template.
 *
 * @param valueOf returns the value of a name. Returns null when one of them is missing or empty.
 */
export function fillTemplate(
  template: Template,
  valueOf: (name: string) => string | undefined,
): string | null {
  let missing = false;
  const text = template.replaceAll(placeholder, (_, inside: string) => {
    const [name = '', ...pipes] = inside.split('|');
    const value = pipes.reduce<string | null>(applyFilter, valueOf(name) ?? null);
    if (value === null || value === '') missing = true;
    return value ?? '';
  });
  return missing || text === '' ? null : text;
}

/** Returns the names of a template's placeholders, without their filters. */
export function namesInTemplate(template: Template): readonly string[] {
  return [...template.matchAll(placeholder)].map(([, inside = '']) => inside.split('|')[0] ?? '');
}

function applyFilter(value: string | null, pipe: string): string | null {
  if (value === null) return null;
  const colon = pipe.indexOf(':');
  const filter = filters[colon < 0 ? pipe : pipe.slice(0, colon)];
  return filter === undefined ? null : filter(value, colon < 0 ? '' : pipe.slice(colon + 1));
}

function arnField(arn: string, index: number): string | null {
  const fields = arn.split(':');
  return (index < 5 ? fields[index] : fields.slice(5).join(':')) ?? null;
}
