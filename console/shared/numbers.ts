const integers = new Intl.NumberFormat();
const percents = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export function formatCount(count: number): string {
  return integers.format(count);
}

/** Both bounds of a percentage; one value when they are equal. `undefined` and null: nothing to measure. */
export function formatBounds(lower: number | null | undefined, upper: number | null | undefined): string {
  if (lower === null || upper === null || lower === undefined || upper === undefined)
    return 'nothing to measure';
  const [from, to] = [percents.format(lower), percents.format(upper)];
  return from === to ? `${from} %` : `${from}–${to} %`;
}

/** `unowned_resource` → `unowned resource`. */
export function plainWords(value: string): string {
  return value.replaceAll('_', ' ');
}

/** `1 resource`, `2 resources`. */
export function formatNumberOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
