import type { Emulator } from './emulator.ts';
import type { Identities, CallerIdentity } from './identities.ts';
import type { IdentifiedRequest } from './identify-request.ts';
import type { ProxyResponse } from './proxy-response.ts';
import type { Trail } from './trail.ts';

export interface Handling {
  readonly request: IdentifiedRequest;
  readonly identity: CallerIdentity;
  readonly emulator: Emulator;
  readonly identities: Identities;
  readonly trail: Trail;
}

/** Forwards the request to the emulator with this form as its body. */
export interface ReplacedForm {
  readonly form: Readonly<Record<string, string>>;
}

/** An operation that the proxy handles. */
export interface Handler {
  readonly service: string;
  /** `*` for every operation of the service. */
  readonly operation: string;
  /** Returns the response, or the form to forward, or `undefined` to forward the request unchanged. */
  handle(handling: Handling): Promise<ProxyResponse | ReplacedForm | undefined>;
}
