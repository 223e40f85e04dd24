import { jsonResponse } from './proxy-response.ts';
import type { ProxyResponse } from './proxy-response.ts';
import type { Counters } from './counters.ts';
import type { FaultRule, AwsFaults } from './faults.ts';

/**
 * Handles the requests of tests: `PUT /_proxy/faults` sets a fault rule, `DELETE /_proxy/faults?id=…|account=…` deletes
 * rules, `GET /_proxy/calls?account=…` returns the counted calls, `DELETE /_proxy/calls?account=…` resets the counts.
 */
export function handleAdminRequest(
  { method, url, body }: { method: string; url: string; body: Buffer },
  { faults, counters }: { faults: AwsFaults; counters: Counters },
): ProxyResponse {
  const { pathname, searchParams } = new URL(url, 'http://proxy');
  const id = searchParams.get('id') ?? undefined;
  const account = searchParams.get('account') ?? undefined;
  const given = { ...(id === undefined ? {} : { id }), ...(account === undefined ? {} : { account }) };
  switch (`${method} ${pathname}`) {
    case 'PUT /_proxy/faults':
      faults.set(JSON.parse(body.toString()) as FaultRule);
      return jsonResponse({ set: true });
    case 'DELETE /_proxy/faults':
      faults.clear(given);
      return jsonResponse({ cleared: true });
    case 'GET /_proxy/calls':
      return jsonResponse({ calls: counters.list(account) });
    case 'DELETE /_proxy/calls':
      counters.clear(account);
      return jsonResponse({ cleared: true });
    default:
      return jsonResponse({ message: 'unknown' }, 404);
  }
}
