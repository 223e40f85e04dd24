/** The kind of a JSON value that is no object and no array. */
export type ScalarKind = 'string' | 'number' | 'boolean' | 'null';

/** Receives a JSON value. A value without the matching method is skipped. */
export interface JsonVisitor {
  /** Returns the visitor of the value of a key. The value is skipped when it returns undefined. */
  readonly property?: (name: string) => JsonVisitor | undefined;
  /** Returns the visitor of an element of an array. The element is skipped when it returns undefined. */
  readonly element?: (index: number) => JsonVisitor | undefined;
  /** Receives the text of a scalar: `undefined` for a string of more than 4,096 bytes. */
  readonly scalar?: (text: string | undefined, kind: ScalarKind) => void;
  /** The object or array has ended. */
  readonly end?: () => void;
  /**
   * Receives the position of the value after it has ended: the offsets of its first byte and of the byte after its last,
   * counted from the start of the text, and the number of values in it, with itself.
   */
  readonly span?: (start: number, end: number, values: number) => void;
}

/** `trailing`: other text than white space follows the value. */
export type JsonProblem = 'syntax' | 'trailing' | 'truncated' | 'too_deep';

/** The text is not JSON, or is nested too deeply. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
  readonly problem: JsonProblem;
  /** Of the first byte that cannot be read. */
  readonly offset: number;

  constructor(problem: JsonProblem, offset: number) {
    super(`invalid JSON (${problem}) at byte ${offset}`);
    this.problem = problem;
    this.offset = offset;
  }
}
