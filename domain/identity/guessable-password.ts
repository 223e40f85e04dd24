/**
 * Whether a password is in the list of common passwords (in lower case), or is composed of it: two joined common passwords,
 * or one with digits and symbols around it that are not longer. Few leaked passwords have the twelve characters that the
 * API requires, but many people append something to a common one. Repetitions and sequences are guessable, too.
 */
export function isGuessablePassword(password: string, common: ReadonlySet<string>): boolean {
  const folded = password.toLowerCase();
  return (
    common.has(folded) ||
    isRepetition(folded) ||
    isSequence(folded) ||
    joinsTwo(folded, common) ||
    decoratesOne(folded, common)
  );
}

function joinsTwo(text: string, common: ReadonlySet<string>): boolean {
  for (let end = 1; end < text.length; end += 1) {
    if (common.has(text.slice(0, end)) && common.has(text.slice(end))) return true;
  }
  return false;
}

function decoratesOne(text: string, common: ReadonlySet<string>): boolean {
  const isLetter = (character: string | undefined) => /\p{L}/u.test(character ?? '');
  const characters = Array.from(text);
  const core = characters
    .slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1)
    .join('');
  return core.length * 2 >= text.length && common.has(core);
}

/** Whether the text repeats a part at least twice: `aaaaaaaaaaaa`, `abcabcabcabc`. The last repetition may be cut. */
function isRepetition(text: string): boolean {
  for (let length = 1; length * 2 <= text.length; length += 1) {
    if (text === text.slice(0, length).repeat(text.length).slice(0, text.length)) return true;
  }
  return false;
}

/** Whether the code points of the text are consecutive: `abcdefghijklmn`, `987654321`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return [1, -1].some((step) =>
    codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step),
  );
}
