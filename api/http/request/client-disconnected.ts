import type { Response } from 'express';

/** The error of a request whose client disconnected before the response was complete. No response is sent. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/**
 * Returns a signal that aborts with {@link ClientDisconnected} when the client disconnects before the response is
 * complete, also when it disconnected before the call. Database transactions that receive it are cancelled.
 */
export function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) controller.abort(new ClientDisconnected('the client disconnected'));
  };
  // The event is emitted once.
  if (response.closed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}
