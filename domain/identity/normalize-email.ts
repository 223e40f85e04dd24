/** Returns an email address in the form in which it is stored and compared. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
