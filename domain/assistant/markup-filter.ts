/** Replaces a link, an image or HTML in an answer. */
export const linkPlaceholder = '[link removed]';

/** An opening that is not closed within this many characters is no tag and no image. */
const maximumHeld = 1000;
const maximumEntity = 32;

/**
 * Replaces HTML tags, HTML character references and Markdown images in streamed text. Separates the opening character of
 * an incomplete tag or image from the rest, so that later text cannot complete it.
 */
export class MarkupFilter {
  #held = '';
  #removed = 0;

  get removed(): number {
    return this.#removed;
  }

  push(text: string): string {
    let output = '';
    for (const character of text) output += this.#next(character);
    return output;
  }

  /** Returns the held text at the end of the stream. */
  end(): string {
    let output = '';
    while (this.#held !== '') output += this.#release();
    return output;
  }

  #next(character: string): string {
    let released = '';
    while (this.#held !== '') {
      const verdict = this.#held.length > maximumHeld ? 'release' : judge(this.#held, character);
      if (verdict === 'hold') {
        this.#held += character;
        return released;
      }
      if (verdict === 'keep') {
        const kept = this.#held + character;
        this.#held = '';
        return released + kept;
      }
      if (verdict === 'remove') {
        this.#held = '';
        this.#removed += 1;
        return released + linkPlaceholder;
      }
      released += this.#release();
    }
    if (character !== '<' && character !== '&' && character !== '!') return released + character;
    this.#held = character;
    return released;
  }

  /** Filters the held text after its first character again, because an incomplete tag can contain an image. */
  #release(): string {
    const [first = '', ...rest] = this.#held;
    this.#held = '';
    const separator = first === '&' || rest.length === 0 ? '' : ' ';
    return first + separator + this.push(rest.join(''));
  }
}

/** Types of code, as in `Map<string, number>`. No element has such a name, and there is no attribute. */
const typeArguments =
  /^<(?:string|number|boolean|object|bool|int|str|any|[A-Za-z]\w{0,60}(?:, ?[A-Za-z]\w{0,60}){1,8})$/;

/** Returns how a character continues the beginning of a tag, a character reference or an image. */
function judge(held: string, character: string): 'hold' | 'keep' | 'remove' | 'release' {
  if (held.startsWith('<')) {
    if (held.length === 1) return /[a-z/!?]/i.test(character) ? 'hold' : 'release';
    if (character === '>') return typeArguments.test(held) ? 'keep' : 'remove';
    return character === '<' ? 'release' : 'hold';
  }
  if (held.startsWith('&')) {
    // No character reference has a name of one letter.
    if (character === ';' && held.length > 2) return 'remove';
    return /[#a-z0-9]/i.test(character) && held.length < maximumEntity ? 'hold' : 'release';
  }
  if (held.length === 1) return character === '[' ? 'hold' : 'release';
  if (character === '\n' || character === '[') return 'release';
  if (held.endsWith(']')) return character === '(' ? 'hold' : 'release';
  return character === ')' && held.includes('](') ? 'remove' : 'hold';
}
