import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from './report-progress.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export interface KeepRunningOptions {
  readonly report: Report;
  /** Restarts the process when it exits by itself. Otherwise the exit is only reported. */
  readonly restart: boolean;
  /** Pause before the first restart; doubles with each restart up to half a minute. Default: 1 s. */
  readonly firstPauseMilliseconds?: number;
}

export interface RunningProcess {
  /** Stops the process, and does not restart it. */
  stop(): Promise<void>;
}

const maximumPauseMs = 30_000;
/** A process that ran this long was healthy: the next restart waits for the first pause again. */
const healthyMilliseconds = 60_000;

/** Reports when a process exits without `stop`, with its exit code and last output, and restarts it. */
export function keepRunning(
  name: string,
  first: SupervisedProcess,
  { report, restart, firstPauseMilliseconds = 1000 }: KeepRunningOptions,
): RunningProcess {
  const stopping = new AbortController();
  let current = first;
  const watch = async (): Promise<void> => {
    let pause = firstPauseMilliseconds;
    for (;;) {
      const started = Date.now();
      const code = await current.exited;
      if (stopping.signal.aborted) return;
      report(
        `${name} exited with ${codeAndSignal(code)}. Its last output:\n${indented(current.outputTail())}`,
      );
      if (!restart) return;
      if (Date.now() - started >= healthyMilliseconds) pause = firstPauseMilliseconds;
      report(`${name} restarts in ${pause / 1000} s.`);
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      current = current.startAgain();
      pause = Math.min(pause * 2, maximumPauseMs);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}

/** `code 137 (SIGKILL)`. A shell also reports a signal as 128 plus its number. */
function codeAndSignal(code: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal === undefined ? `code ${code}` : `code ${code} (${signal[0]})`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
