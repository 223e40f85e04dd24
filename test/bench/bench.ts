/** The running services, and the reporter, of a benchmark. */
export interface BenchContext {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly awsEndpointUrl: string;
  /** Environment variables for product processes that use the stack. */
  readonly environment: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

export interface Figure {
  readonly value: number;
  readonly unit: string;
  /** The baseline, measured in the same run. */
  readonly baseline?: number;
  /** For example `>= 0.6`. */
  readonly target?: string;
  readonly ok: boolean;
}

/** Runs the measurements. Returns the figures by name. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  run(context: BenchContext): Promise<Readonly<Record<string, Figure>>>;
}
