import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { devConfiguration } from '../configuration.ts';
import { openCertificateAuthority } from '../scm-servers/certificate.ts';
import type { Stack } from '../stack/start-stack.ts';

/**
 * Environment variables of the tests and of the processes that they start. Node reads NODE_EXTRA_CA_CERTS only when a
 * process starts, so the certificate authority of the GitLab server exists before.
 */
export async function testEnvironment(): Promise<Record<string, string>> {
  const guard = path.join(devConfiguration.projectFolder, 'dev', 'test', 'only-loopback.ts');
  const { certificateFile } = await openCertificateAuthority(devConfiguration.certificateFolder);
  const options = devConfiguration.environment['NODE_OPTIONS'] ?? '';
  return {
    // Fewer collections of the young generation. Workers have this size in production, too.
    NODE_OPTIONS: `${options} --max-semi-space-size=64 --import=${pathToFileURL(guard).href}`.trim(),
    NODE_EXTRA_CA_CERTS: certificateFile,
    // Saves a third of the processor time that a process needs to load its modules.
    NODE_COMPILE_CACHE: path.join(devConfiguration.dataFolder, 'compile-cache'),
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
