import { spawn } from 'node:child_process';
import { openSync, rmSync, writeSync } from 'node:fs';
import type { SupervisorOrder } from './supervised-process.ts';

/**
 * Runs one child and ends it when this process's standard input closes, which also happens when the
 * parent dies without a word (SIGKILL). Started by supervised-process.ts, which keeps the other end.
 */
const GRACE_MILLISECONDS = 8_000;

const order = JSON.parse(process.argv[2] ?? '') as SupervisorOrder;
const log = openSync(order.logFile, 'a');
const child = spawn(order.command, order.arguments, {
  // A group of its own, so that a Ctrl-C in the terminal reaches the parent alone, which then stops its
  // parts in order, and so that the whole group can be ended.
  detached: true,
  stdio: ['ignore', log, log],
  ...(order.workingFolder === undefined ? {} : { cwd: order.workingFolder }),
  ...(order.user === undefined ? {} : { uid: order.user.uid, gid: order.user.gid }),
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

child.on('error', (error) => {
  writeSync(log, `${order.command}: ${error.message}\n`);
  leave(127);
});
child.on('exit', (code, signal) => {
  signalGroup('SIGKILL');
  leave(code ?? (signal === null ? 1 : 0));
});
process.stdin.on('close', stopChild);
process.stdin.on('error', stopChild);
process.stdin.resume();

function stopChild(): void {
  signalGroup(order.stopSignal);
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MILLISECONDS);
}

function signalGroup(signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
  }
}

function leave(code: number): void {
  if (order.removeAfterwards !== undefined) {
    rmSync(order.removeAfterwards, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(code);
}
