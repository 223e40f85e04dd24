import { randomInt } from 'node:crypto';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { createAwsClients, type AwsCaller } from '../../../../clients/aws/aws-clients.ts';
import { first } from '../../../../domain/discovery/path.ts';
import { toJson } from '../../../../domain/discovery/to-json.ts';
import { testStack } from '../../../support/stack.ts';

/** Tags of the resources that fixtures create. */
export const TAGS: Readonly<Record<string, string>> = { Environment: 'test', Owner: 'inventory' };
export const tagList = Object.entries(TAGS).map(([Key, Value]) => ({ Key, Value }));
export const lowerTagList = Object.entries(TAGS).map(([key, value]) => ({ key, value }));

/** A new account in the emulator, with the role that the product assumes. */
export interface EmulatedAccount {
  readonly awsAccountNumber: string;
  readonly region: string;
  /** Calls with the role, which it assumes with the external id. */
  readonly product: AwsCaller;
  /** Calls as the account's owner. Default region: `region`. */
  call(client: string, operation: string, input?: object, region?: string): Promise<object>;
  /** Calls and returns a string of the response. */
  text(client: string, operation: string, input: object, path: string): Promise<string>;
  /** Calls `make` once per key, for resources that several fixtures need. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
}

export const REGION = 'eu-west-1';
const EXTERNAL_ID = 'external-id-of-this-connection';

export async function emulatedAccount(): Promise<EmulatedAccount> {
  const endpoint = testStack().awsEndpointUrl;
  const awsAccountNumber = String(randomInt(100_000_000_000, 999_999_999_999));
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const clients = createAwsClients({ endpoint, credentials });
  const owner = createAwsClients({
    endpoint,
    credentials,
    requestHandler: inAccount(awsAccountNumber),
  }).own();
  const made = new Map<string, Promise<unknown>>();

  async function call(
    client: string,
    operation: string,
    input: object = {},
    region = REGION,
  ): Promise<object> {
    return owner.call({ client, operation, input, region });
  }
  await call('iam', 'CreateRole', {
    RoleName: 'inventory',
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: '*' },
          Action: 'sts:AssumeRole',
          Condition: { StringEquals: { 'sts:ExternalId': EXTERNAL_ID } },
        },
      ],
    }),
  });

  await call('iam', 'PutRolePolicy', {
    RoleName: 'inventory',
    PolicyName: 'everything',
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
    }),
  });

  return {
    awsAccountNumber,
    region: REGION,
    product: clients.forRole({
      roleArn: `arn:aws:iam::${awsAccountNumber}:role/inventory`,
      externalId: EXTERNAL_ID,
    }),
    call,
    async text(client, operation, input, path) {
      const value = first(toJson(await call(client, operation, input)), path);
      if (typeof value !== 'string') throw new Error(`${operation} answered without ${path}`);
      return value;
    },
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      const known = made.get(key) ?? make();
      made.set(key, known);
      return known as Promise<T>;
    },
  };
}

/** Returns a request handler that selects an account of the emulator, whatever the credentials. */
function inAccount(awsAccountNumber: string): object {
  const handler = new NodeHttpHandler();
  return {
    handle(request: { headers: Record<string, string> }, options: object) {
      request.headers['x-moto-account-id'] = awsAccountNumber;
      return handler.handle(request as Parameters<typeof handler.handle>[0], options);
    },
    destroy: () => handler.destroy(),
    metadata: { handlerProtocol: 'http/1.1' },
  };
}
