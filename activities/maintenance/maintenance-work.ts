import { errorCode, limitAttempts } from '../shared/limit-attempts.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';

/** The next start of the schedule repeats the work in any case. */
const maximumAttempts = 3;

/** Runs the work of a maintenance workflow, for all organizations, as an activity. */
export function maintenanceWork<T>(work: () => Promise<T>): Promise<T> {
  return withHeartbeat(() => limitAttempts(work, errorCode, maximumAttempts));
}
