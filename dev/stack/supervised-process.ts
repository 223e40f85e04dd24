import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { devConfiguration } from '../configuration.ts';

/** The command that a supervisor runs. */
export interface SupervisedCommand {
  command: string;
  arguments: string[];
  logFile: string;
  stopSignal: NodeJS.Signals;
  workingFolder?: string;
  user?: { uid: number; gid: number };
  /** A folder to delete after the command has exited, for whatever reason. */
  removeAfterwards?: string;
}

export interface SupervisedProcess {
  /** Stops the command and the processes that it started. Resolves when all have exited. */
  stop(): Promise<void>;
  /** Resolves with the exit code, also after `stop`: 128 plus the signal's number when a signal ended the command. */
  readonly exited: Promise<number>;
  readonly running: () => boolean;
  /** Returns the last 15 lines of the output, without that before a restart. */
  outputTail(): string;
  /** Whether the output since the start contains a text. */
  hasWritten(text: string): boolean;
  /** Starts the same command again, after it has exited. Appends to the log file. */
  startAgain(): SupervisedProcess;
}

/**
 * Starts a command through supervisor.ts, which stops it when this process exits, crashes or is killed. Writes the
 * output to the log file, which is truncated first.
 */
export function startSupervised(
  command: Omit<SupervisedCommand, 'stopSignal'> & { stopSignal?: NodeJS.Signals },
  environment: Record<string, string> = {},
): SupervisedProcess {
  mkdirSync(path.dirname(command.logFile), { recursive: true });
  rmSync(command.logFile, { force: true });
  return spawnSupervisor({ stopSignal: 'SIGTERM', ...command }, environment);
}

function spawnSupervisor(command: SupervisedCommand, environment: Record<string, string>): SupervisedProcess {
  const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'supervisor.ts');
  const logStart = statSync(command.logFile, { throwIfNoEntry: false })?.size ?? 0;
  const supervisor = spawn(process.execPath, [script, JSON.stringify(command)], {
    // In its own process group: a signal to this process's group must not end the supervisor before it cleans up.
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
  const output = (): string => {
    try {
      return readFileSync(command.logFile).subarray(logStart).toString();
    } catch {
      return '';
    }
  };
  return {
    exited,
    running: () => running,
    async stop() {
      supervisor.stdin.end();
      await exited;
    },
    outputTail: () => output().trimEnd().split('\n').slice(-15).join('\n'),
    hasWritten: (text) => output().includes(text),
    startAgain: () => spawnSupervisor(command, environment),
  };
}
