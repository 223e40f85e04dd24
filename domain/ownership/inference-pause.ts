/** The ended inference runs of an organization. */
export interface InferenceHistory {
  /** The runs that failed within a day, or that an operator terminated. */
  readonly failures: number;
  /** Since the end of the last failed run. */
  readonly secondsSinceFailure: number;
  /** Whether a run succeeded after the last failed one. */
  readonly hasSucceeded: boolean;
  /** Whether a rule changed after the last failed run had started. */
  readonly rulesChanged: boolean;
}

export interface InferencePause {
  /** No run starts for so long; 0 when there is no pause. */
  readonly waitSeconds: number;
  /** The time limit of a run that starts now. */
  readonly limitSeconds: number;
}

/** A full run of a million resources takes one minute. */
const runSeconds = 600;
/** The limit of a run that starts before the pause after the last failed run is over. */
const shortRunSeconds = 120;
const shortestPauseSeconds = 300;
/** The pause doubles so many times. */
const maximumDoublings = 5;

/**
 * Returns when the next run of an organization may start, and its time limit. A change of a rule ends the pause, because it can
 * be the correction: at once after the first failure, otherwise five minutes after the last one. A run that starts before the
 * end of the pause has a short limit, so that repeated changes of slow rules use a small part of the time of a worker.
 */
export function inferencePause({
  failures,
  secondsSinceFailure,
  hasSucceeded,
  rulesChanged,
}: InferenceHistory): InferencePause {
  const left = (pauseSeconds: number) => Math.max(0, pauseSeconds - secondsSinceFailure);
  const pause =
    failures === 0 ? 0 : left(shortestPauseSeconds * 2 ** Math.min(failures - 1, maximumDoublings));
  if (pause === 0) return { waitSeconds: 0, limitSeconds: runSeconds };
  const limitSeconds = shortRunSeconds;
  if (hasSucceeded) return { waitSeconds: 0, limitSeconds };
  if (!rulesChanged) return { waitSeconds: pause, limitSeconds };
  return { waitSeconds: failures === 1 ? 0 : left(shortestPauseSeconds), limitSeconds };
}
