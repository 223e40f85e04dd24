import type { Background } from '../../runtime/background.ts';
import type { Launcher } from './launch-run.ts';

/** Starts of this process that wait for Temporal. Each has a deadline, so a burst must not send all of them at once. */
const mostInFlight = 20;

/**
 * Returns a launcher that does not wait until Temporal has started a workflow, for callers that must respond at once.
 * Organizations take turns, so that a burst of deliveries of one does not delay the others. The sweeper starts the workflow of a run whose start failed, or that was queued when the process began to stop.
 */
export function createBackgroundLauncher(
  { temporal, logger }: Launcher,
  background: Background,
  isDraining: () => boolean,
): Launcher {
  type Run = Parameters<typeof temporal.startRunWorkflow>[0];
  /** In the order in which organizations get their next start. */
  const queues = new Map<string, Run[]>();
  let inFlight = 0;

  function nextRun(): Run | undefined {
    const [first] = queues;
    if (first === undefined) return undefined;
    const [organizationId, runs] = first;
    const run = runs.shift();
    queues.delete(organizationId);
    if (runs.length > 0) queues.set(organizationId, runs);
    return run;
  }

  async function startQueued(): Promise<void> {
    for (let run = nextRun(); run !== undefined && !isDraining(); run = nextRun()) {
      try {
        await temporal.startRunWorkflow(run);
      } catch (error) {
        logger.warn({ err: error, run_id: run.runId }, 'failed to start workflow; the sweeper will start it');
      }
    }
    inFlight -= 1;
  }

  return {
    logger,
    temporal: {
      startRunWorkflow(run) {
        const runs = queues.get(run.organizationId);
        if (runs === undefined) queues.set(run.organizationId, [run]);
        else runs.push(run);
        if (inFlight < mostInFlight) {
          inFlight += 1;
          background.run('starting workflows', startQueued);
        }
        return Promise.resolve();
      },
    },
  };
}
