import { EventQueue } from './event-queue.ts';

/** A scan of accounts: one account when a schedule started it, all accounts when a user did. */
export interface FleetScan {
  /** Seconds from the start of the simulation. */
  readonly startsAt: number;
  readonly accounts: readonly FleetAccount[];
}

export interface FleetAccount {
  /** Number of activities, each with `tasksPerActivity` tasks. */
  readonly activities: number;
  /** CPU seconds of a worker per activity. */
  readonly cpuSeconds: number;
}

export interface FleetLimits {
  readonly workers: number;
  /** Activities in flight per worker. */
  readonly slots: number;
  readonly accountsAtOncePerScan: number;
  readonly activitiesInFlightPerScan: number;
  /** Seconds in which AWS answers the calls of an activity. */
  readonly awsSeconds: number;
  /** Activities that the Temporal server dispatches per second. */
  readonly dispatchesPerSecond: number;
}

export interface FleetResult {
  /** Seconds until the last scan ended. */
  readonly seconds: number;
  /** Seconds of each scan, from its start to its end. */
  readonly scanSeconds: readonly number[];
  /** Share of the workers' CPU time in use. */
  readonly utilisation: number;
}

interface ScanState {
  readonly scan: FleetScan;
  readonly window: number;
  next: number;
  unfinished: number;
}

interface AccountState extends FleetAccount {
  readonly of: ScanState;
  toStart: number;
  inFlight: number;
  isReady: boolean;
}

type Event = { readonly start: ScanState } | { readonly end: AccountState; readonly worker: number };

/**
 * Simulates workers that scan accounts as the workflows `scan` and `scanAccount` do: a window of accounts per scan, a
 * window of activities per account, slots per worker, and dispatch in turn between accounts. A worker has one CPU, which
 * its activities use one after the other while they wait for AWS at the same time. Deterministic.
 */
export function simulateFleet(scans: readonly FleetScan[], limits: FleetLimits): FleetResult {
  const events = new EventQueue<Event>();
  const ready: AccountState[] = [];
  let firstReady = 0;
  const free = Array.from({ length: limits.workers }, () => limits.slots);
  const cpuFreeAt = Array.from({ length: limits.workers }, () => 0);
  const scanSeconds: number[] = [];
  let dispatcherFreeAt = 0;
  let cpuSeconds = 0;

  for (const scan of scans) {
    const accountsAtOnce = Math.min(limits.accountsAtOncePerScan, Math.max(1, scan.accounts.length));
    const window = Math.floor(limits.activitiesInFlightPerScan / accountsAtOnce);
    const state = { scan, window, next: 0, unfinished: scan.accounts.length };
    events.add(scan.startsAt, { start: state });
  }

  const offer = (account: AccountState) => {
    if (account.isReady || account.toStart === 0 || account.inFlight === account.of.window) return;
    account.isReady = true;
    ready.push(account);
  };
  const startAccount = (state: ScanState) => {
    const account = state.scan.accounts[state.next];
    if (account === undefined) return;
    state.next += 1;
    offer({ ...account, of: state, toStart: account.activities, inFlight: 0, isReady: false });
  };
  const dispatch = (now: number) => {
    for (let worker = mostFree(free); (free[worker] ?? 0) > 0; worker = mostFree(free)) {
      const account = ready[firstReady];
      if (account === undefined) return;
      firstReady += 1;
      account.isReady = false;
      account.toStart -= 1;
      account.inFlight += 1;
      offer(account);
      free[worker] = (free[worker] ?? 0) - 1;
      dispatcherFreeAt = Math.max(now, dispatcherFreeAt) + 1 / limits.dispatchesPerSecond;
      const cpuEnd = Math.max(dispatcherFreeAt, cpuFreeAt[worker] ?? 0) + account.cpuSeconds;
      cpuFreeAt[worker] = cpuEnd;
      cpuSeconds += account.cpuSeconds;
      events.add(Math.max(cpuEnd, dispatcherFreeAt + limits.awsSeconds), { end: account, worker });
    }
  };
  const endActivity = (now: number, { end: account, worker }: Extract<Event, { end: AccountState }>) => {
    free[worker] = (free[worker] ?? 0) + 1;
    account.inFlight -= 1;
    offer(account);
    if (account.toStart > 0 || account.inFlight > 0) return;
    account.of.unfinished -= 1;
    startAccount(account.of);
    if (account.of.unfinished === 0) scanSeconds.push(now - account.of.scan.startsAt);
  };

  let now = 0;
  for (let event = events.next(); event !== undefined; event = events.next()) {
    now = event.at;
    if ('end' in event.value) endActivity(now, event.value);
    else
      for (let count = 0; count < limits.accountsAtOncePerScan; count += 1) startAccount(event.value.start);
    dispatch(now);
    // Drops the accounts that were dispatched, in large steps.
    if (firstReady > 100_000) firstReady -= ready.splice(0, firstReady).length;
  }
  return { seconds: now, scanSeconds, utilisation: now === 0 ? 0 : cpuSeconds / (now * limits.workers) };
}

function mostFree(free: readonly number[]): number {
  let best = 0;
  for (let worker = 1; worker < free.length; worker += 1)
    if ((free[worker] ?? 0) > (free[best] ?? 0)) best = worker;
  return best;
}
