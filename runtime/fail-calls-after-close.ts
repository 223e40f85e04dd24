import { InterceptingCall, Metadata, status } from '@grpc/grpc-js';
import type { Interceptor, InterceptingListener } from '@grpc/grpc-js';

/**
 * Returns an interceptor that fails calls once the connection is closed. Place it after the one that repeats calls: the
 * SDK repeats a call in a timer, where gRPC throws on a closed connection, which ends the process.
 *
 * @param isClosed - is read at each attempt of a call
 */
export function failCallsAfterClose(isClosed: () => boolean): Interceptor {
  return (options, nextCall) => new InterceptingCall(isClosed() ? failedCall : nextCall(options));
}

/** A call that fails with a status that the SDK does not repeat. */
const failedCall: ConstructorParameters<typeof InterceptingCall>[0] = {
  start(_metadata: Metadata, listener?: Partial<InterceptingListener>) {
    // As grpc-js does for a call that fails: an interceptor may wait for the message before it passes on the status.
    listener?.onReceiveMessage?.(null);
    listener?.onReceiveStatus?.({
      code: status.CANCELLED,
      details: 'the connection to Temporal is closed',
      metadata: new Metadata(),
    });
  },
  cancelWithStatus() {},
  getPeer: () => 'closed',
  sendMessageWithContext() {},
  sendMessage() {},
  startRead() {},
  halfClose() {},
  getAuthContext: () => null,
};
