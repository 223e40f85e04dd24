import type { ExecutionContext } from 'ava';
import type { TestClient } from '../test-api.ts';
import { ruleBody } from './rule-fixture.ts';

/** Sends a rule with the given fields, with `PATCH` as a change of the rule at `path`. Asserts the message of the 400. */
export async function expectRefused(
  t: ExecutionContext,
  client: TestClient,
  fields: object,
  message: string | RegExp,
  method = 'POST',
  path = '/inference-rules',
) {
  const body = method === 'PATCH' ? fields : { ...ruleBody(), ...fields };
  const response = await client.request(method, path, { body });
  const text = String(response.body['message']);
  t.deepEqual([response.status, response.body['code']], [400, 'validation_failed'], text);
  if (typeof message === 'string') t.is(text, message);
  else t.regex(text, message);
}
