import type { StateProblem, StateReadFault } from '../../domain/mapping/state-source-faults.ts';

export type StateSyncErrorCode = StateProblem | StateReadFault | 'no_account' | 'serial_went_back';

/** Why a sync failed. The message is a sentence for users. */
export class StateSyncError extends Error {
  override readonly name = 'StateSyncError';
  readonly code: StateSyncErrorCode;

  constructor(code: StateSyncErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
