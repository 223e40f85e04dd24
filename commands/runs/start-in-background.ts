import type { Launcher } from './launch-run.ts';

/** Starts of this process that wait for Temporal. Each has a deadline, so a burst must not send all of them at once. */
const mostInFlight = 20;

type Start = () => Promise<void>;
const queue: Start[] = [];
let inFlight = 0;

/**
 * Returns a launcher that does not wait until Temporal has started a workflow, for callers that must respond at once. The
 * sweeper starts the workflow of a run whose start failed or was lost.
 */
export function startInBackground({ temporal, logger }: Launcher): Launcher {
  return {
    logger,
    temporal: {
      startRunWorkflow(run) {
        queue.push(() =>
          temporal
            .startRunWorkflow(run)
            .catch((error: unknown) =>
              logger.warn(
                { err: error, run_id: run.runId },
                'failed to start workflow; the sweeper will start it',
              ),
            ),
        );
        if (inFlight < mostInFlight) void startQueued();
        return Promise.resolve();
      },
    },
  };
}

async function startQueued(): Promise<void> {
  inFlight += 1;
  for (let start = queue.shift(); start !== undefined; start = queue.shift()) await start();
  inFlight -= 1;
}
