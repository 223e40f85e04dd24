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
}

/** The text is not JSON, or is nested too deeply. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
  readonly problem: 'syntax' | 'truncated' | 'too_deep';

  constructor(problem: 'syntax' | 'truncated' | 'too_deep', offset: number) {
    super(`invalid JSON (${problem}) at byte ${offset}`);
    this.problem = problem;
  }
}
