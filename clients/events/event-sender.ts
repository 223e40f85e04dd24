import { deliveryLimits } from '../../domain/events/delivery-rules.ts';
import type { AttemptResult } from '../../domain/events/delivery-rules.ts';
import type { EventDeliveryError } from '../../domain/values.ts';
import { isAllowedHost } from '../scm/address-policy.ts';
import { codesOf } from '../scm/reject-wrong-certificate.ts';
import { retryAfterOf } from '../scm/retry-after.ts';
import { createSafeFetch } from '../scm/safe-fetch.ts';
import type { AddressLookup, SafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';

/** Sends requests to the receivers of event subscriptions; created once per process. */
export interface EventSender {
  /** Returns why the URL of a subscription is not permitted. */
  urlFault(text: string): string | undefined;
  /** Resolves the host of a URL anew. Returns whether an address is known and permitted. */
  isReachable(url: string): Promise<boolean>;
  /** Sends one request. A redirect is not followed, and nothing of the answer is kept. */
  send(request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<AttemptResult>;
  close(): Promise<void>;
}

const maximumCharacters = 2000;
const attemptMs = deliveryLimits.attemptSeconds * 1000;

/** @param options.lookup resolves names; default: `lookup` of node:dns */
export function createEventSender(
  { eventsAllowedNetworks: allowedNetworks }: { readonly eventsAllowedNetworks: readonly string[] },
  options: { readonly lookup?: AddressLookup } = {},
): EventSender {
  const overTls = createSafeFetch({ allowedNetworks, timeoutMs: attemptMs, ...options });
  const withoutTls = createSafeFetch({
    allowedNetworks,
    onlyAllowedNetworks: true,
    timeoutMs: attemptMs,
    ...options,
  });
  const fetchOf = (url: URL): SafeFetch => (url.protocol === 'https:' ? overTls : withoutTls);
  const urlFault = (text: string): string | undefined => {
    if (text.length > maximumCharacters || !URL.canParse(text))
      return `must be a URL of at most ${maximumCharacters} characters`;
    const url = new URL(text);
    if (url.protocol !== 'https:' && (url.protocol !== 'http:' || allowedNetworks.length === 0))
      return 'must begin with https://';
    if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
    if (text.includes('#')) return 'must not contain a fragment';
    return isAllowedHost(url.hostname, allowedNetworks)
      ? undefined
      : 'has a host that is not public, and no network that the operator allows contains it';
  };
  return {
    urlFault,
    async isReachable(text) {
      const url = new URL(text);
      try {
        await fetchOf(url).checkAddress(url);
        return true;
      } catch {
        return false;
      }
    },
    async send({ url: text, headers, body }) {
      const begunAt = performance.now();
      const durationMs = () => Math.round(performance.now() - begunAt);
      // The allowed networks may have changed since the subscription was created.
      if (urlFault(text) !== undefined)
        return { delivered: false, error: 'address_not_permitted', durationMs: durationMs() };
      const url = new URL(text);
      const signal = AbortSignal.timeout(attemptMs);
      try {
        const response = await fetchOf(url).requestOnce(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'cloud-inventory', ...headers },
          body,
          signal,
        });
        await readSome(response.body);
        const { status: statusCode } = response;
        const delivered = statusCode >= 200 && statusCode < 300;
        if (delivered) return { delivered, statusCode, durationMs: durationMs() };
        const retryAfterMs = retryAfterOf(response.headers);
        return {
          delivered,
          statusCode,
          error: statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status',
          ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
          durationMs: durationMs(),
        };
      } catch (error) {
        return { delivered: false, error: errorOf(error, signal.aborted), durationMs: durationMs() };
      }
    },
    async close() {
      await overTls.close();
      await withoutTls.close();
    },
  };
}

/**
 * Reads a little of an answer, so that the connection of a usual receiver can be used again, and cancels the rest. The time
 * limit of the request holds.
 */
async function readSome(body: AsyncIterable<unknown> | null): Promise<void> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += (chunk as Uint8Array).length;
    // Leaving the loop cancels the body.
    if (bytes >= deliveryLimits.answerBytes) return;
  }
}

const timeoutCode = /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/;

function errorOf(error: unknown, isTimeout: boolean): EventDeliveryError {
  if (error instanceof ScmError && error.fault === 'unsafe_address') return 'address_not_permitted';
  if (error instanceof ScmError && error.fault === 'wrong_server') return 'tls';
  if (isTimeout || codesOf(error).some((code) => typeof code === 'string' && timeoutCode.test(code)))
    return 'timeout';
  return codesOf(error).some((code) => typeof code === 'string' && code.startsWith('ERR_SSL'))
    ? 'tls'
    : 'connection';
}
