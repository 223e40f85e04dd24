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

function hyphenate(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}

function withoutOuterHyphens(slug: string): string {
  return slug.replace(/^-/, '').replace(/-$/, '');
}
