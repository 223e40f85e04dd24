import { appendFileSync } from 'node:fs';
import test from 'ava';

/** Loaded by AVA in the process of every test file. Appends what the file took to the file that the runner named. */
export interface FileDuration {
  /** URL of the test file. */
  readonly file: string;
  readonly seconds: number;
  /** Processor time of the process, without that of its child processes. */
  readonly cpuSeconds: number;
}

// AVA enables source maps for every module. Node removes types without a change of lines and columns.
process.setSourceMapsEnabled(false);

const log = process.env['TEST_DURATIONS_FILE'];
let recorded: Pick<FileDuration, 'seconds' | 'cpuSeconds'> = { seconds: 0, cpuSeconds: 0 };
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  recordDuration({
    file: test.meta.file,
    seconds: process.uptime() - recorded.seconds,
    cpuSeconds: (user + system) / 1e6 - recorded.cpuSeconds,
  });
});

/** Records a file. That of the process has what is left: loading the modules, if its files are recorded one by one. */
export function recordDuration(duration: FileDuration): void {
  recorded = {
    seconds: recorded.seconds + duration.seconds,
    cpuSeconds: recorded.cpuSeconds + duration.cpuSeconds,
  };
  if (log !== undefined) appendFileSync(log, `${JSON.stringify(duration)}\n`);
}
