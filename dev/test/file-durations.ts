import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { devConfiguration } from '../configuration.ts';
import type { FileDuration } from './record-duration.ts';

const slowestFiles = 20;

/** Returns the path of a file to which the test processes of a run append their durations. */
export function durationsFile(): string {
  return path.join(devConfiguration.dataFolder, `test-durations-${process.pid}`);
}

/** Reads and deletes the durations of a run. Returns a line for each of the slowest files; none for a run of one file. */
export async function describeDurations(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  await rm(file, { force: true });
  const durations = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileDuration)
    .toSorted((left, right) => right.seconds - left.seconds);
  if (durations.length <= 1) return [];
  const sum = (field: 'seconds' | 'cpuSeconds') =>
    durations.reduce((total, duration) => total + duration[field], 0).toFixed(0);
  return [
    `${durations.length} files took ${sum('seconds')} s, ${sum('cpuSeconds')} s of processor time. The slowest:`,
    ...durations.slice(0, slowestFiles).map(({ file: url, seconds, cpuSeconds }) => {
      const name = path.relative(devConfiguration.projectFolder, fileURLToPath(url));
      return `  ${seconds.toFixed(1).padStart(6)} s  ${cpuSeconds.toFixed(1).padStart(6)} s of processor time  ${name}`;
    }),
    '',
  ];
}
