import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { devConfiguration } from '../configuration.ts';
import type { Stack } from '../stack/start-stack.ts';

/** What tests and the processes that they start find in their environment. */
export function testEnvironment(stack: Stack | undefined): Record<string, string> {
  const guard = path.join(devConfiguration.projectFolder, 'build', 'dev', 'test', 'only-loopback.js');
  const options = devConfiguration.environment['NODE_OPTIONS'] ?? '';
  return {
    NODE_OPTIONS: `${options} --import=${pathToFileURL(guard).href}`.trim(),
    ...(stack === undefined ? {} : addressesOf(stack)),
  };
}

/** Where the parts of a stack for tests can be reached. */
export function addressesOf(stack: Stack): Record<string, string> {
  return {
    ...stack.awsEnvironment,
    TEST_DATABASE_URL: stack.databaseUrl,
    TEST_TEMPORAL_ADDRESS: stack.temporalAddress,
    TEST_AWS_ENDPOINT_URL: stack.awsEndpointUrl,
  };
}
