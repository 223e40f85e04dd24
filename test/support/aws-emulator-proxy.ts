import { randomInt } from 'node:crypto';
import type { FaultRule } from '../../dev/aws-emulator-proxy/faults.ts';
import { testStack } from './stack.ts';

/** Returns a random AWS account number, so that tests do not share accounts. */
export function randomAwsAccountNumber(): string {
  return String(randomInt(100_000_000_000, 999_999_999_998));
}

/** Client configuration for calls to the emulator as the root of an account. */
export function rootOf(account: string, region = 'eu-west-1') {
  return {
    endpoint: testStack().awsEndpointUrl,
    region,
    credentials: { accessKeyId: `root-${account}`, secretAccessKey: 'root' },
    maxAttempts: 1,
  };
}

export async function injectFault(rule: FaultRule): Promise<void> {
  const { awsEndpointUrl } = testStack();
  await fetch(`${awsEndpointUrl}/_proxy/faults`, { method: 'PUT', body: JSON.stringify(rule) });
}

export async function clearFaults(account: string): Promise<void> {
  await fetch(`${testStack().awsEndpointUrl}/_proxy/faults?account=${account}`, { method: 'DELETE' });
}

/** Returns the number of calls to an account, by service, operation and region. */
export async function countedCalls(
  account: string,
): Promise<readonly { service: string; operation: string; region: string; calls: number }[]> {
  const response = await fetch(`${testStack().awsEndpointUrl}/_proxy/calls?account=${account}`);
  const { calls } = (await response.json()) as {
    calls: { service: string; operation: string; region: string; calls: number }[];
  };
  return calls;
}
