import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { rootConfig } from './account-clients.ts';
import { hereOf, servicesOf, tagsOf } from './sample-stacks.ts';

/** What belongs to the services and the emulator's CloudFormation cannot make; what is there stays. */
export async function createBesideStacks(options: {
  readonly endpoint: string;
  readonly account: string;
  readonly name: string;
  readonly region: string;
}): Promise<void> {
  const { endpoint, account, name, region } = options;
  const here = hereOf(name, region);
  const config = rootConfig(endpoint, account, region);
  const [sns, secrets] = [new SNSClient(config), new SecretsManagerClient(config)];
  for (const service of servicesOf(name)) {
    const full = `${service}-${here.environment}`;
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
          SecretString: 'not to be stored',
          Tags: tagsOf(here, service),
        }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'ResourceExistsException')) throw error;
      });
  }
  sns.destroy();
  secrets.destroy();
}
