import type { Server } from 'node:http';
import { ConfigurationError } from './configuration.ts';

/**
 * Starts to listen.
 * @param variable the environment variable of the port
 * @throws ConfigurationError that names the variable, when the port is in use, or the host is no address of this machine
 */
export async function listen(server: Server, host: string, port: number, variable: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = problems[error.code ?? '']?.(variable, host, port);
      reject(problem === undefined ? error : new ConfigurationError(problem));
    });
    server.listen(port, host, resolve);
  });
}

const problems: Readonly<Record<string, (variable: string, host: string, port: number) => string>> = {
  EADDRINUSE: (variable, host, port) =>
    `${variable}: port ${port} of ${host} is in use. Set ${variable} to a free port.`,
  EACCES: (variable, _host, port) =>
    `${variable}: the process may not listen on port ${port}. Set ${variable} to a port above 1023.`,
  EADDRNOTAVAIL: (_variable, host) => `HOST: ${host} is no address of this machine.`,
  ENOTFOUND: (_variable, host) => `HOST: ${host} has no address.`,
};
