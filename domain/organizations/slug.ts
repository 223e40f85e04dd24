const maximumLength = 50;

/** A slug from a name: lower-case ASCII letters and digits with single hyphens; `organization` when nothing is left. */
export function slugFrom(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maximumLength)
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? 'organization' : slug;
}
