const maximumLength = 50;

/**
 * Converts a name to a slug of at most 50 lower-case ASCII letters, digits and single hyphens. Returns `fallback` when no
 * character is left.
 */
export function slugFrom(name: string, fallback = 'organization'): string {
  const slug = withoutOuterHyphens(hyphenate(name).slice(0, maximumLength));
  return slug === '' ? fallback : slug;
}

/** Converts a name to a slug of any length. Returns '' when no character is left. */
export function uncutSlugFrom(name: string): string {
  return withoutOuterHyphens(hyphenate(name));
}

/** Returns the slug, with the lowest free number from 2 behind it when it is taken: `payments`, `payments-2`. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** Returns whether the slug of a name lacks letters of the name, such as `支付-api` and `Größe`. Diacritics are no letters. */
export function slugDropsLetters(name: string): boolean {
  return /(?![a-z])\p{L}/u.test(decompose(name));
}

function hyphenate(name: string): string {
  return decompose(name).replaceAll(/[^a-z0-9]+/g, '-');
}

function decompose(name: string): string {
  return name.normalize('NFKD').toLowerCase();
}

function withoutOuterHyphens(slug: string): string {
  return slug.replace(/^-/, '').replace(/-$/, '');
}
