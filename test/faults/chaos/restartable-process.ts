import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A product process that is killed and started again. */
export interface RestartableProcess {
  readonly name: string;
  /** Does nothing while the process runs. */
  start(): void;
  /** Kills the process with SIGKILL and waits for its end. */
  kill(): Promise<void>;
  /** Number of exits without a kill. */
  readonly crashes: () => number;
}

/** @param file - path of the module */
export function restartableProcess(
  name: string,
  file: string,
  environment: NodeJS.ProcessEnv,
): RestartableProcess {
  const script = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  let child: ChildProcess | undefined;
  let crashes = 0;
  return {
    name,
    start() {
      if (child !== undefined) return;
      const started = spawn(process.execPath, [script], {
        env: { ...environment, LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child = started;
      started.once('exit', () => {
        if (child !== started) return;
        crashes += 1;
        child = undefined;
      });
    },
    async kill() {
      const killed = child;
      if (killed === undefined) return;
      child = undefined;
      const exited = once(killed, 'exit');
      killed.kill('SIGKILL');
      await exited;
    },
    crashes: () => crashes,
  };
}
