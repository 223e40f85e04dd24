import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { devConfiguration } from '../configuration.ts';
import type { Stack } from '../stack/start-stack.ts';

/** Environment variables of the tests and of the processes that they start. */
export function testEnvironment(stack: Stack | undefined): Record<string, string> {
  const guard = path.join(devConfiguration.projectFolder, 'build', 'dev', 'test', 'only-loopback.js');
  const options = devConfiguration.environment['NODE_OPTIONS'] ?? '';
  return {
    NODE_OPTIONS: `${options} --import=${pathToFileURL(guard).href}`.trim(),
    ...(stack === undefined ? {} : addressesOf(stack)),
  };
}

/** Environment variables with the addresses of a stack for tests. */
export function addressesOf(stack: Stack): Record<string, string> {
  return {
    ...stack.awsEnvironment,
    TEST_DATABASE_URL: stack.databaseUrl,
    TEST_TEMPORAL_ADDRESS: stack.temporalAddress,
    TEST_AWS_ENDPOINT_URL: stack.awsEndpointUrl,
  };
}
