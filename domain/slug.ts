const maximumLength = 50;

/**
 * Converts a name to a slug of at most 50 lower-case ASCII letters, digits and single hyphens. Returns `fallback` when no
 * character is left.
 */
export function slugFrom(name: string, fallback = 'organization'): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maximumLength)
    .replace(/^-/, '')
    .replace(/-$/, '');
  return slug === '' ? fallback : slug;
}
