import type { Json, MutableJson } from '../../../domain/json/json.ts';
import type { PlannedCheck, PlannedOutput } from '../../../domain/plans/read/planned-change.ts';
import { SecretCollector } from '../../../domain/plans/redact/known-secrets.ts';
import type { PlannedChangeOrigin } from '../../../domain/values.ts';
import { emptyConfiguration } from './configuration-visitor.ts';
import type { PlanConfiguration } from './configuration-visitor.ts';
import type { Span } from './part-reader.ts';

/** The position of a change in the body. */
export interface ChangeSpan extends Span {
  readonly origin: PlannedChangeOrigin | undefined;
  /** The path of the change, for errors. */
  readonly field: string;
}

/** The facts that the first pass reads from a plan. */
export interface PlanParts {
  formatVersion: string | undefined;
  terraformVersion: string | undefined;
  isErrored: boolean;
  /** The keys at the top of the plan. */
  readonly keys: Set<string>;
  /** Of the plan in the body. */
  span: Span;
  readonly changes: ChangeSpan[];
  readonly outputs: PlannedOutput[];
  readonly checks: PlannedCheck[];
  readonly secrets: SecretCollector;
  /** The values of the root module's variables. */
  readonly variables: Map<string, MutableJson>;
  readonly configuration: PlanConfiguration;
  /** The values of `arn` before the changes, by the address of the resource without index keys. */
  readonly arns: Map<string, Set<string>>;
  /** The length of these addresses and ARNs. */
  arnCharacters: number;
  /** The fields of the envelope beside `plan`. */
  readonly envelope: Map<string, Json>;
}

export function emptyParts(): PlanParts {
  return {
    formatVersion: undefined,
    terraformVersion: undefined,
    isErrored: false,
    keys: new Set(),
    span: { start: 0, end: 0 },
    changes: [],
    outputs: [],
    checks: [],
    secrets: new SecretCollector(),
    variables: new Map(),
    configuration: emptyConfiguration(),
    arns: new Map(),
    arnCharacters: 0,
    envelope: new Map(),
  };
}
