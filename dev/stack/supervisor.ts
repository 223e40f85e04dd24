import { spawn } from 'node:child_process';
import { openSync, rmSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import type { SupervisedCommand } from './supervised-process.ts';

/**
 * Runs a command, and stops it when the standard input of this process closes: the parent closes it to stop the command,
 * and the system closes it when the parent is killed. Started by supervised-process.ts.
 */
const graceMilliseconds = 8_000;

const command = JSON.parse(process.argv[2] ?? '') as SupervisedCommand;
const log = openSync(command.logFile, 'a');
const child = spawn(command.command, command.arguments, {
  // In its own process group: Ctrl-C in the terminal signals only the parent, which then stops its processes in order,
  // and a signal to the group reaches all processes that the command started.
  detached: true,
  stdio: ['ignore', log, log],
  ...(command.workingFolder === undefined ? {} : { cwd: command.workingFolder }),
  ...(command.user === undefined ? {} : { uid: command.user.uid, gid: command.user.gid }),
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

child.on('error', (error) => {
  writeSync(log, `${command.command}: ${error.message}\n`);
  leave(127);
});
child.on('exit', (code, signal) => {
  signalGroup('SIGKILL');
  leave(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});
process.stdin.on('close', stopChild);
process.stdin.on('error', stopChild);
process.stdin.resume();

function stopChild(): void {
  signalGroup(command.stopSignal);
  setTimeout(() => signalGroup('SIGKILL'), graceMilliseconds);
}

function signalGroup(signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All processes of the group have exited.
  }
}

function leave(code: number): void {
  if (command.removeAfterwards !== undefined) {
    rmSync(command.removeAfterwards, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(code);
}
