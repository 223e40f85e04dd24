/** What a bench is given: parts that run, and a place to tell what it waits for. */
export interface BenchContext {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly awsEndpointUrl: string;
  /** For processes that a bench starts: the stack, as the product's own variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

export interface Figure {
  readonly value: number;
  readonly unit: string;
  /** What it was measured against, in the same run. */
  readonly baseline?: number;
  /** In words: `>= 0.6`. */
  readonly target?: string;
  readonly ok: boolean;
}

/** Measures; answers with its figures by name. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  run(context: BenchContext): Promise<Readonly<Record<string, Figure>>>;
}
