import type { FoundAccess } from '../../../domain/graph/access/evaluate-access.ts';
import type { AccessDecision } from '../../../domain/values.ts';
import type { NodeRow } from '../read/graph-node.ts';

/** What a principal may do with a resource. */
export interface AccessRow extends FoundAccess {
  /** Of a principal outside of the inventory without an id if no relationship names it. */
  readonly principal: Omit<NodeRow, 'id'> & { readonly id: string | undefined };
  readonly resource: NodeRow;
}

export interface AccessPage {
  readonly rows: readonly AccessRow[];
  /** Where the next page begins. */
  readonly next: AccessPosition | undefined;
}

/** The last principal or resource of a page, and how many of its rows the page has. */
export interface AccessPosition {
  readonly id: string;
  readonly taken: number;
}

/** Collects the rows of a page. The rows of one id can be on two pages. */
export class AccessPageBuilder {
  readonly #limit: number;
  readonly #after: AccessPosition | undefined;
  readonly #decisions: readonly AccessDecision[] | undefined;
  readonly #rows: AccessRow[] = [];
  readonly #seen = new Set<string>();
  #next: AccessPosition | undefined;

  /** Without `decisions`, rows of each decision; else only rows of these. Each page of a list needs the same. */
  constructor(limit: number, after: AccessPosition | undefined, decisions?: readonly AccessDecision[]) {
    this.#limit = limit;
    this.#after = after;
    this.#decisions = decisions;
  }

  /** The id from which rows are read, itself included. */
  get from(): string | undefined {
    return this.#after?.id;
  }

  /** Adds the rows of the next id; ids may repeat. Returns whether the page is full and another one follows. */
  add(id: string, rows: readonly AccessRow[]): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const taken = id === this.#after?.id ? this.#after.taken : 0;
    const room = this.#limit - this.#rows.length;
    const wanted = rows.filter(({ decision }) => this.#decisions?.includes(decision) ?? true);
    const rest = wanted.slice(taken);
    this.#rows.push(...rest.slice(0, room));
    if (rest.length <= room) return false;
    this.#next = { id, taken: taken + room };
    return true;
  }

  result(): AccessPage {
    return { rows: this.#rows, next: this.#next };
  }
}
