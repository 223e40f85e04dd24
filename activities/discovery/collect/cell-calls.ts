/** The calls to AWS of each cell of one collection, without retries. */
export class CellCalls {
  readonly #lists = new Map<string, number>();
  readonly #others = new Map<string, number>();

  /** Adds a call to the list of types. A call that several types share is a call of each of them. */
  addList(types: readonly string[]): void {
    for (const type of types) this.#lists.set(type, (this.#lists.get(type) ?? 0) + 1);
  }

  /** Adds a call for details or tags of the resources of types. */
  add(types: readonly string[]): void {
    for (const type of types) this.#others.set(type, (this.#others.get(type) ?? 0) + 1);
  }

  /**
   * Returns the calls with which a cell is read: those of its lists, details and tags, and of the lists of its parents.
   *
   * @param parentOf - returns the parent type
   */
  of(resourceType: string, parentOf: (resourceType: string) => string | undefined): number {
    let calls = this.#others.get(resourceType) ?? 0;
    for (let type: string | undefined = resourceType; type !== undefined; type = parentOf(type))
      calls += this.#lists.get(type) ?? 0;
    return calls;
  }
}
