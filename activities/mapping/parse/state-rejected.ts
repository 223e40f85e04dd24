import type { StateProblem } from '../../../domain/mapping/state-source-faults.ts';

/** The bytes are no Terraform state that can be used. The message is a sentence for users, without parts of the state. */
export class StateRejected extends Error {
  override readonly name = 'StateRejected';
  readonly problem: StateProblem;

  constructor(problem: StateProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
