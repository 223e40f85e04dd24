import type { ToolRow } from './tool-response.ts';
import type { Citation } from './turn-event.ts';
import { visibleLine } from './visible-text.ts';

/** A record that a tool returned. */
export type ReferencedEntity = ToolRow['entity'];

/** The references `r1`, `r2`, … of the records that the tools of one attempt of a turn returned, and its citations. */
export class TurnReferences {
  readonly #entities: ReferencedEntity[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #citations: Citation[] = [];
  /** Names of several records. */
  readonly #names = new Set<string>();

  /** Returns the reference of a record. A record has one reference in a turn. */
  add(entity: ReferencedEntity): string {
    const key = `${entity.type}:${entity.id}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#entities.push(entity);
      this.#numbers.set(key, number);
    }
    return `r${number}`;
  }

  /** Returns the reference of a name that several records have. A call with it finds the candidates; no answer cites it. */
  addName(type: ReferencedEntity['type'], name: string): string {
    const reference = this.add({ type, id: name, name, url: '' });
    this.#names.add(name);
    return reference;
  }

  /** Returns the record of a reference such as `r3`, or `undefined`. */
  find(reference: string): ReferencedEntity | undefined {
    const number = numberOf(reference);
    return number === undefined ? undefined : this.#entities[number - 1];
  }

  /** Returns the name of a reference that {@link addName} returned. */
  nameOf(reference: string): string | undefined {
    const entity = this.find(reference);
    return entity !== undefined && this.#names.has(entity.id) ? entity.id : undefined;
  }

  /** Returns the citation of a reference, or `undefined` for an unknown one. Numbers follow the order of the calls. */
  cite(reference: string): Citation | undefined {
    const entity = this.find(reference);
    if (entity === undefined || this.#names.has(entity.id)) return undefined;
    const known = this.#citations.find(
      ({ id, entity_type }) => id === entity.id && entity_type === entity.type,
    );
    if (known !== undefined) return known;
    const citation = {
      index: this.#citations.length + 1,
      entity_type: entity.type,
      id: entity.id,
      name: visibleLine(entity.name),
      url: entity.url,
    };
    this.#citations.push(citation);
    return citation;
  }

  /** Returns the citation with a number, or `undefined`. */
  citationOf(index: number): Citation | undefined {
    return this.#citations[index - 1];
  }
}

function numberOf(reference: string): number | undefined {
  const [, digits] = /^r(\d{1,6})$/i.exec(reference) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
