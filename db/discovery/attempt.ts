/** One attempt at a task. Each attempt has a separate seen-set. */
export interface Attempt {
  readonly scanId: string;
  readonly taskId: string;
  readonly attempt: number;
  readonly accountId: string;
  readonly region: string;
  /** The time at which the attempt began, by the clock of Postgres. */
  readonly begunAt: Date;
}
