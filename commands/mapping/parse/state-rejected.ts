import type { StateProblem } from '../../../domain/mapping/state-source-faults.ts';

/** The bytes are no Terraform state that can be used. The message is a sentence for users, without parts of the state. */
export class StateRejected extends Error {
  override readonly name = 'StateRejected';
  readonly problem: StateProblem;
  /** Whether the bytes can be JSON, or another format that the problem names. */
  readonly isReadable: boolean;

  constructor(
    problem: StateProblem,
    message: string,
    { isReadable = true, ...options }: ErrorOptions & { readonly isReadable?: boolean } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.isReadable = isReadable;
  }
}
