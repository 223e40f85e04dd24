import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { devConfiguration } from '../configuration.ts';

export interface SupervisorOrder {
  command: string;
  arguments: string[];
  logFile: string;
  stopSignal: NodeJS.Signals;
  workingFolder?: string;
  user?: { uid: number; gid: number };
  /** A folder that goes when the child has ended, however it ended. */
  removeAfterwards?: string;
}

export interface SupervisedProcess {
  /** Ends the child and everything it started; resolves when it is gone. */
  stop(): Promise<void>;
  /** Resolves with the exit code; also after stop(). */
  readonly exited: Promise<number>;
  readonly running: () => boolean;
  /** The last lines of its output, for an error message. */
  outputTail(): string;
}

/**
 * Starts a command through supervisor.ts, so that nothing is left of it when this process ends, is killed or
 * crashes. Its output goes to a log file, which is emptied first.
 */
export function startSupervised(
  order: Omit<SupervisorOrder, 'stopSignal'> & { stopSignal?: NodeJS.Signals },
  environment: Record<string, string> = {},
): SupervisedProcess {
  mkdirSync(path.dirname(order.logFile), { recursive: true });
  rmSync(order.logFile, { force: true });
  const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'supervisor.js');
  const complete: SupervisorOrder = { stopSignal: 'SIGTERM', ...order };
  const supervisor = spawn(process.execPath, [script, JSON.stringify(complete)], {
    // Not in this process's group: killing the group must leave the supervisor alive to clean up.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...devConfiguration.environment, ...environment },
  });
  let running = true;
  const exited = new Promise<number>((resolve) => {
    const ended = (code: number) => {
      running = false;
      resolve(code);
    };
    supervisor.on('exit', (code) => ended(code ?? 1));
    supervisor.on('error', () => ended(1));
  });
  supervisor.stdin.on('error', () => undefined);
  return {
    exited,
    running: () => running,
    async stop() {
      supervisor.stdin.end();
      await exited;
    },
    outputTail() {
      try {
        return readFileSync(order.logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
      } catch {
        return '';
      }
    },
  };
}
