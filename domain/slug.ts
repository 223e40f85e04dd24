const maximumLength = 50;

/** A slug from a name: lower-case ASCII letters and digits with single hyphens; the fallback when nothing is left. */
export function slugFrom(name: string, fallback = 'organization'): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maximumLength)
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? fallback : slug;
}
