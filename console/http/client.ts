import { createTypedClient } from '../../api-client/create-typed-client.ts';
import { sendWithSession } from './send-with-session.ts';

/** The client of the API, with the cookies of the session. */
export const client = createTypedClient(globalThis.location.origin, undefined, sendWithSession);
