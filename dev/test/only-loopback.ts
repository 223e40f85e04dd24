import net from 'node:net';

/**
 * Preloaded into every process of the tests: a connection to another machine fails at once, whichever library
 * makes it, so that a test that forgot the emulator is seen and not served.
 */
type Connect = (this: net.Socket, ...given: unknown[]) => net.Socket;
const sockets = net.Socket.prototype as unknown as { connect: Connect };
const { connect } = sockets;

sockets.connect = function (this: net.Socket, ...given: unknown[]) {
  const host = hostOf(given);
  if (host === undefined || isLoopback(host)) return connect.apply(this, given);
  const error = Object.assign(new Error(`tests call nothing beyond this machine, but ${host} was called`), {
    code: 'ECONNREFUSED',
  });
  process.nextTick(() => this.destroy(error));
  return this;
};

/** The host of any of the forms that `connect` takes; undefined for a socket file or the default, localhost. */
function hostOf(given: readonly unknown[]): string | undefined {
  // Inside Node the arguments arrive normalized, as one array.
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
