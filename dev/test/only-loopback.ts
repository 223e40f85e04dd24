import net from 'node:net';

/**
 * Preloaded into every process of the tests. Rejects connections to other hosts immediately, from any library, so that a
 * test that does not use the emulator fails.
 */
type Connect = (this: net.Socket, ...given: unknown[]) => net.Socket;
const sockets = net.Socket.prototype as unknown as { connect: Connect };
const { connect } = sockets;

sockets.connect = function (this: net.Socket, ...given: unknown[]) {
  const host = hostOf(given);
  if (host === undefined || isLoopback(host)) return connect.apply(this, given);
  const error = Object.assign(new Error(`tests may only connect to this machine, not to ${host}`), {
    code: 'ECONNREFUSED',
  });
  process.nextTick(() => this.destroy(error));
  return this;
};

/** The host in the arguments of `connect`, in any of its forms; `undefined` for a socket file or the default, localhost. */
function hostOf(given: readonly unknown[]): string | undefined {
  // Node itself passes the arguments as one array.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: unknown; path?: unknown };
    return typeof path !== 'string' && typeof host === 'string' ? host : undefined;
  }
  return typeof first === 'number' && typeof second === 'string' ? second : undefined;
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|::ffff:127\.\d+\.\d+\.\d+)$/i.test(host);
}
