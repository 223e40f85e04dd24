import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { createAwsClients } from '../../../clients/aws/aws-clients.ts';
import { createEmulatedAccount } from '../../../dev/resource-fixtures/emulated-account.ts';
import type { EmulatedAccount } from '../../../dev/resource-fixtures/emulated-account.ts';
import { randomAwsAccountNumber } from '../aws-emulator-proxy.ts';
import { testStack } from '../stack.ts';

/** An account of the AWS emulator with the role that the product assumes. */
export interface TestAwsAccount extends EmulatedAccount {
  /** Calls AWS as the product does: through AssumeRole with the external id. */
  readonly product: AwsCaller;
}

const EXTERNAL_ID = 'external-id-of-this-connection';

/** Creates an account with the role `inventory`, which allows all actions. */
export async function emulatedAccount(): Promise<TestAwsAccount> {
  const endpoint = testStack().awsEndpointUrl;
  const awsAccountNumber = randomAwsAccountNumber();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const clients = createAwsClients({ endpoint, credentials });
  const owner = createAwsClients({ endpoint, credentials, requestHandler: inAccount(awsAccountNumber) });
  const account = createEmulatedAccount(owner.own(), awsAccountNumber);
  await account.call('iam', 'CreateRole', {
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
  await account.call('iam', 'PutRolePolicy', {
    RoleName: 'inventory',
    PolicyName: 'everything',
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
    }),
  });
  return {
    ...account,
    product: clients.forRole({
      roleArn: `arn:aws:iam::${awsAccountNumber}:role/inventory`,
      externalId: EXTERNAL_ID,
    }),
  };
}

/** Sends requests with the emulator's header for the account, which takes precedence over the credentials. */
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
