import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';

const periodMicroseconds = 100_000;

/**
 * Limits a process to a share of one core, with a control group of Linux (cgroups(7), version 1 or 2).
 *
 * @returns a function that deletes the group after the end of the process, or `undefined` where this user may not create one
 */
export function limitProcessor(pid: number, cores: number): (() => void) | undefined {
  const quota = cores * periodMicroseconds;
  const isFirstVersion = existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us');
  const folder = `/sys/fs/cgroup/${isFirstVersion ? 'cpu/' : ''}inventory-bench-${pid}`;
  try {
    mkdirSync(folder);
    if (isFirstVersion) {
      writeFileSync(`${folder}/cpu.cfs_period_us`, String(periodMicroseconds));
      writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota));
    } else writeFileSync(`${folder}/cpu.max`, `${quota} ${periodMicroseconds}`);
    writeFileSync(`${folder}/cgroup.procs`, String(pid));
    return () => rmdirSync(folder);
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
}
