/** Removes case, plural and everything but letters and digits. */
export function foldTrailName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=x|ss|ch)es$|(?<![su])s$/, '');
}
