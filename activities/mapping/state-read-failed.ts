import type { StateReadFault } from '../../domain/mapping/state-source-faults.ts';

/** The object of a state source cannot be read. The message is a sentence for users. */
export class StateReadFailed extends Error {
  override readonly name = 'StateReadFailed';
  readonly fault: StateReadFault;
  /** Whether a later attempt may succeed without a change by the customer. */
  readonly retryable: boolean;

  constructor(fault: StateReadFault, message: string, options: ErrorOptions & { retryable?: boolean } = {}) {
    super(message, options);
    this.fault = fault;
    this.retryable = options.retryable ?? false;
  }
}
