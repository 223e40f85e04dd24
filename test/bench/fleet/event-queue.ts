interface Entry<T> {
  readonly at: number;
  readonly value: T;
}

/** Events in the order of their time: a binary heap. */
export class EventQueue<T> {
  readonly #heap: Entry<T>[] = [];

  add(at: number, value: T): void {
    const heap = this.#heap;
    let child = heap.length;
    heap.push({ at, value });
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.#at(parent) <= this.#at(child)) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  /** Removes and returns the earliest event. */
  next(): Entry<T> | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    heap[0] = last;
    let parent = 0;
    for (;;) {
      const left = 2 * parent + 1;
      if (left >= heap.length) return first;
      const child = left + 1 < heap.length && this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(parent) <= this.#at(child)) return first;
      this.#swap(parent, child);
      parent = child;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const [a, b] = [heap[one], heap[other]];
    if (a === undefined || b === undefined) return;
    heap[one] = b;
    heap[other] = a;
  }
}
