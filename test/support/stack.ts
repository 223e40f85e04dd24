/** Where the parts that `npm test` started can be reached. */
export interface TestStack {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly awsEndpointUrl: string;
}

/** @throws Error when the tests were not started with `npm test`. */
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
    throw new Error(`${name} is not set: start the tests with npm test`);
  return value;
}
