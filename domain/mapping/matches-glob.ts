/** Whether a text matches a glob: `*` is any text, `?` one character. The time is at most the product of the lengths. */
export function matchesGlob(text: string, glob: string): boolean {
  let [textAt, globAt] = [0, 0];
  /** The last `*`, and where the text that it stands for ends. */
  let star: { readonly globAt: number; textAt: number } | undefined;
  while (textAt < text.length) {
    const expected = glob[globAt];
    if (expected === '*') {
      star = { globAt, textAt };
      globAt += 1;
    } else if (expected !== undefined && (expected === '?' || expected === text[textAt])) {
      textAt += 1;
      globAt += 1;
    } else if (star !== undefined) {
      star.textAt += 1;
      textAt = star.textAt;
      globAt = star.globAt + 1;
    } else return false;
  }
  return /^\**$/.test(glob.slice(globAt));
}
