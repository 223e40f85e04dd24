/** Parameters of the Temporal Schedule that scans an account. */
export interface ScanSchedule {
  readonly intervalMinutes: number;
  /** Offset within the interval, derived from the account's id, so that the scans do not start simultaneously. */
  readonly offsetMinutes: number;
  /** Each start is delayed by a random number of seconds up to this value. */
  readonly jitterSeconds: number;
}

const maximumJitterSeconds = 600;

/** Returns the schedule of an account (by the id of its row). Deterministic for an id and interval. */
export function scanScheduleOf(accountId: string, intervalMinutes: number): ScanSchedule {
  return {
    intervalMinutes,
    offsetMinutes: hash32(accountId) % intervalMinutes,
    jitterSeconds: Math.min(maximumJitterSeconds, intervalMinutes * 6),
  };
}

/** Id of the Temporal Schedule. `prefix` distinguishes installations that share a namespace. */
export function scanScheduleIdOf(prefix: string, accountId: string): string {
  return `${prefix}scan:${accountId}`;
}

/** Returns the account's row id for a schedule id, or `undefined` when the schedule does not scan an account. */
export function accountOfScheduleId(prefix: string, scheduleId: string): string | undefined {
  const start = `${prefix}scan:`;
  const id = scheduleId.slice(start.length);
  return scheduleId.startsWith(start) && /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}

/** FNV-1a, 32 bits. Sufficient for an even distribution of ids; not a cryptographic hash. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
