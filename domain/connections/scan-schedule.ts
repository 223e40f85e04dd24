/** What makes an account be scanned again and again. */
export interface ScanSchedule {
  readonly intervalMinutes: number;
  /** When in the interval: another for every account, so that those of one interval do not scan all at once. */
  readonly offsetMinutes: number;
  /** Each start is late by up to this many seconds, at random. */
  readonly jitterSeconds: number;
}

const longestJitterSeconds = 600;

/** The schedule of an account's record; the same for the same id and interval. */
export function scanScheduleOf(accountId: string, intervalMinutes: number): ScanSchedule {
  return {
    intervalMinutes,
    offsetMinutes: spread(accountId) % intervalMinutes,
    jitterSeconds: Math.min(longestJitterSeconds, intervalMinutes * 6),
  };
}

/** Temporal's id of the schedule. `prefix` tells installations apart that share a namespace. */
export function scanScheduleIdOf(prefix: string, accountId: string): string {
  return `${prefix}scan:${accountId}`;
}

/** The account's record that a schedule is for; `undefined` for any other schedule. */
export function accountOfScheduleId(prefix: string, scheduleId: string): string | undefined {
  const start = `${prefix}scan:`;
  const id = scheduleId.slice(start.length);
  return scheduleId.startsWith(start) && /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}

/** FNV-1a, 32 bits: even enough to spread ids. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
