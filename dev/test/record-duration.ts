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

const log = process.env['TEST_DURATIONS_FILE'];
if (log !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const { file } = test.meta;
    const duration: FileDuration = { file, seconds: process.uptime(), cpuSeconds: (user + system) / 1e6 };
    appendFileSync(log, `${JSON.stringify(duration)}\n`);
  });
}
