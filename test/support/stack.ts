/** Addresses of the services that the test runner started. */
export interface TestStack {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly awsEndpointUrl: string;
}

/** @throws Error when the test was not started by the test runner */
export function testStack(): TestStack {
  return {
    databaseUrl: required('TEST_DATABASE_URL'),
    temporalAddress: required('TEST_TEMPORAL_ADDRESS'),
    awsEndpointUrl: required('TEST_AWS_ENDPOINT_URL'),
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set. Start the test with "npm test" or "npm run test:file -- <file>".`);
  return value;
}
