import { linkPlaceholder } from './markup-filter.ts';

/**
 * `<scheme>://` with either slash, a scheme that needs no slashes, `data:` with a media type or without one before the data, `www.`, or
 * `//host` without a scheme.
 */
const linkStart =
  /^(?:[a-z0-9+.-]+:[/\\]{2}|(?:https?|ftp|javascript|vbscript):[^\s\d]|data:(?:(?:application|audio|font|image|message|model|multipart|text|video)\/|[,;])|(?:mailto|xmpp):\S|www\.[a-z0-9]|[/\\]{2,8}[^\s/\\])$/iu;
const linkStartPrefix = /^(?:[a-z0-9+.-]+(?::[/\\]?)?|data:[a-z0-9.+-]*|[/\\]{1,8})$/i;
const maximumScheme = 64;
const linkEnd = /[\s<>"'`)\]|]/;
const wordCharacter = /[\p{L}\p{N}_.-]/u;

/**
 * Replaces URLs in streamed text. Separates `]` from a following `(`, and from a `:` that would make a link definition,
 * so that Markdown forms no link.
 */
export class LinkFilter {
  /** Characters that may begin a URL. */
  #held = '';
  #isInLink = false;
  #removed = 0;
  #last = '';
  /** Whether the line has only characters so far that may precede a link definition. */
  #isLinePrefix = true;
  #isDefinition = false;

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
    this.#isInLink = false;
    return this.#release();
  }

  #next(character: string): string {
    if (this.#isInLink) {
      if (!linkEnd.test(character)) return '';
      this.#isInLink = false;
    }
    const candidate = this.#held + character;
    if (linkStart.test(candidate)) {
      this.#held = '';
      this.#isInLink = true;
      this.#removed += 1;
      return this.#write(linkPlaceholder);
    }
    if (linkStartPrefix.test(candidate) && this.#mayStart(candidate)) {
      this.#held = candidate;
      if (candidate.length <= maximumScheme) return '';
      this.#held = candidate.slice(1);
      return this.#write(candidate.slice(0, 1));
    }
    const released = this.#release();
    if (!linkStartPrefix.test(character) || !this.#mayStart(character))
      return released + this.#write(character);
    this.#held = character;
    return released;
  }

  /** A slash after a word belongs to a path such as `repository//modules/vpc`. */
  #mayStart(candidate: string): boolean {
    return !/^[/\\]/.test(candidate) || !wordCharacter.test(this.#last);
  }

  #release(): string {
    const held = this.#held;
    this.#held = '';
    return this.#write(held);
  }

  #write(text: string): string {
    let output = '';
    for (const character of text) {
      const formsLink = character === '(' || (character === ':' && this.#isDefinition);
      output += formsLink && this.#last === ']' ? ` ${character}` : character;
      this.#follow(character);
    }
    return output;
  }

  #follow(character: string): void {
    if (character === '\n') {
      this.#isLinePrefix = true;
      this.#isDefinition = false;
    } else if (this.#last === ']') this.#isDefinition = false;
    else if (this.#isLinePrefix && character === '[') this.#isDefinition = true;
    if (character !== '\n' && !/[\s>*+\-\d.)]/.test(character)) this.#isLinePrefix = false;
    this.#last = character;
  }
}
