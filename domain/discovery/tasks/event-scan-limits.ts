/** A cell whose last attempt took more calls to AWS is not read by events, but by the scans of the schedule. */
export const maximumCallsOfDueCell = 1000;

/** The part of the rate and of the burst of each token bucket that scans of due cells may use. */
export const shareOfEventScans = 0.2;
