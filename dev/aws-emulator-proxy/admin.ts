import { jsonAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Counters } from './counters.ts';
import type { FaultRule, Faults } from './faults.ts';

/**
 * `PUT /_front/faults` sets a rule, `DELETE /_front/faults?id=…|account=…` clears, `GET /_front/calls?account=…` counts,
 * `DELETE /_front/calls?account=…` starts counting again.
 */
export function answerAdmin(
  { method, url, body }: { method: string; url: string; body: Buffer },
  { faults, counters }: { faults: Faults; counters: Counters },
): Answer {
  const { pathname, searchParams } = new URL(url, 'http://front');
  const id = searchParams.get('id') ?? undefined;
  const account = searchParams.get('account') ?? undefined;
  const given = { ...(id === undefined ? {} : { id }), ...(account === undefined ? {} : { account }) };
  switch (`${method} ${pathname}`) {
    case 'PUT /_front/faults':
      faults.set(JSON.parse(body.toString()) as FaultRule);
      return jsonAnswer({ set: true });
    case 'DELETE /_front/faults':
      faults.clear(given);
      return jsonAnswer({ cleared: true });
    case 'GET /_front/calls':
      return jsonAnswer({ calls: counters.list(account) });
    case 'DELETE /_front/calls':
      counters.clear(account);
      return jsonAnswer({ cleared: true });
    default:
      return jsonAnswer({ message: 'unknown' }, 404);
  }
}
