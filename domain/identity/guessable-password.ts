/**
 * Whether a password is in the list of common passwords (in lower case), a repetition or a sequence. A password of lower-case
 * ASCII letters and digits only is also rejected when it is composed of the list: two joined common passwords, or one with
 * digits around it that are not longer. Few leaked passwords have the twelve characters that the API requires, but many
 * people append something to a common one.
 */
export function isGuessablePassword(password: string, common: ReadonlySet<string>): boolean {
  const folded = password.toLowerCase();
  if (common.has(folded) || isRepetition(folded) || isSequence(folded)) return true;
  return /^[a-z0-9]*$/.test(password) && (joinsTwo(password, common) || decoratesOne(password, common));
}

function joinsTwo(text: string, common: ReadonlySet<string>): boolean {
  for (let end = 1; end < text.length; end += 1) {
    if (common.has(text.slice(0, end)) && common.has(text.slice(end))) return true;
  }
  return false;
}

function decoratesOne(text: string, common: ReadonlySet<string>): boolean {
  const isLetter = (character: string) => character >= 'a';
  const characters = Array.from(text);
  const core = text.slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1);
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
