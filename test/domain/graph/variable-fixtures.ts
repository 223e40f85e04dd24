import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../../domain/json/json.ts';
import type { EdgeFixture, EdgeFixtureHolder } from './edge-fixture.ts';

/** Returns a text as it is stored in place of a secret value. */
export const marker = (text: string): string =>
  `hmac-sha256:${createHmac('sha256', 'fixtures').update(text).digest('hex')}`;

/** Variable and value for each rule of `environmentVariables`, by the variant of the rule. */
const variables: readonly (readonly [variant: string, name: string, value: string])[] = [
  ['table', 'ORDERS_TABLE', 'orders'],
  ['queue', 'ORDER_QUEUE_NAME', 'orders'],
  ['bucket', 'uploadBucket', 'uploads'],
  ['topic', 'EVENTS_TOPIC', 'events'],
  ['stream', 'CLICK_STREAM', 'clicks'],
  ['function', 'RESIZE_FUNCTION_NAME', 'resize'],
  ['secret', 'DB_SECRET_NAME', 'prod/db'],
  ['parameter', 'FLAGS_PARAMETER', '/app/flags'],
  ['event-bus', 'EVENT_BUS_NAME', 'orders'],
  ['log-group', 'AUDIT_LOG_GROUP', '/app/audit'],
  ['cluster', 'ECS_CLUSTER', 'main'],
];
const whole: readonly (readonly [variant: string, name: string, value: string])[] = [
  ['arn', 'TARGET', 'arn:aws:sqs:eu-west-1:123456789012:orders'],
  ['url', 'ENDPOINT', 'https://sqs.eu-west-1.amazonaws.com/123456789012/orders'],
  ['dns', 'DB_HOST', 'orders.cluster-abc.eu-west-1.rds.amazonaws.com'],
];

/**
 * Returns fixtures of the rules of `environmentVariables`: each finds the hashes of the values that it can compare.
 *
 * @param holderOf returns a holder with these variables
 * @param pathOf returns the path of a variable's value
 */
export function variableFixtures(
  rule: string,
  holderOf: (variables: JsonObject) => EdgeFixtureHolder,
  pathOf: (name: string) => string,
): readonly EdgeFixture[] {
  const all = holderOf(Object.fromEntries([...variables, ...whole].map(([, name, value]) => [name, value])));
  const found = (name: string, value: string): { path: string; value: string } => ({
    path: pathOf(name),
    value: marker(value),
  });
  return [
    ...variables.map(([variant, name, value]) => ({
      rule: `${rule}:references:${variant}`,
      holder: all,
      expected: [found(name, value)],
    })),
    ...whole.map(([variant, name, value]) => ({
      rule: `${rule}:references:${variant}`,
      holder: holderOf({ [name]: value }),
      expected: [found(name, value)],
    })),
  ];
}
