import { setTimeout as pause } from 'node:timers/promises';
import type { Background } from '../../runtime/background.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';
import type { Launcher } from './launch-run.ts';

/** Starts of this process that wait for Temporal. Each has a deadline, so a burst must not send all of them at once. */
const maximumInFlight = 4;
/** During a burst of runs, starts are delayed by up to this time, so that the responses to their callers come first. */
const maximumDelayMs = 250;
/** A burst is over when no run was added for this time. */
const quietMs = 25;

/**
 * Returns a launcher that does not wait until Temporal has started a workflow, for callers that must respond at once. The
 * organizations take turns. The sweeper starts the workflow of a run whose start failed, or that was queued when the
 * process began to stop.
 */
export function createBackgroundLauncher(
  { temporal, logger }: Launcher,
  background: Background,
  isDraining: () => boolean,
): Launcher {
  type Run = Parameters<typeof temporal.startRunWorkflow>[0];
  const slots = new OrganizationSlots({ slots: maximumInFlight });
  let lastAdded = 0;

  async function waitForQuiet(): Promise<void> {
    const deadline = performance.now() + maximumDelayMs;
    for (let now = performance.now(); now < deadline && !isDraining(); now = performance.now()) {
      const quietAt = lastAdded + quietMs;
      if (quietAt <= now) return;
      await pause(Math.min(quietAt, deadline) - now);
    }
  }

  async function start(run: Run): Promise<void> {
    try {
      await waitForQuiet();
      if (!isDraining()) await temporal.startRunWorkflow(run);
    } catch (error) {
      logger.warn({ err: error, run_id: run.runId }, 'failed to start workflow; the sweeper will start it');
    }
  }

  return {
    logger,
    temporal: {
      startRunWorkflow(run) {
        lastAdded = performance.now();
        background.run('starting a workflow', () => slots.run(run.organizationId, () => start(run)));
        return Promise.resolve();
      },
    },
  };
}
