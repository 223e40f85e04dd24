import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { rootConfig } from './account-clients.ts';
import { deploymentScope, servicesOf, tagsOf } from './sample-stacks.ts';

/** Creates the resources of the services that the emulator's CloudFormation does not support, unless they exist. */
export async function createWithoutStacks(options: {
  readonly endpoint: string;
  readonly account: string;
  readonly name: string;
  readonly region: string;
}): Promise<void> {
  const { endpoint, account, name, region } = options;
  const scope = deploymentScope(name, region);
  const config = rootConfig(endpoint, account, region);
  const [sns, secrets] = [new SNSClient(config), new SecretsManagerClient(config)];
  for (const service of servicesOf(name)) {
    const full = `${service}-${scope.environment}`;
    await sns.send(
      new SubscribeCommand({
        TopicArn: `arn:aws:sns:${region}:${account}:${full}-events`,
        Protocol: 'sqs',
        Endpoint: `arn:aws:sqs:${region}:${account}:${full}`,
      }),
    );
    await secrets
      .send(
        new CreateSecretCommand({
          Name: `${full}/database`,
          SecretString: 'must not be stored',
          Tags: tagsOf(scope, service),
        }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'ResourceExistsException')) throw error;
      });
  }
  sns.destroy();
  secrets.destroy();
}
