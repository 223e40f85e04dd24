import { CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { cloudFormation } from './account-clients.ts';

export interface SampleStack {
  readonly name: string;
  readonly template: object;
}

/** Creates a stack, unless it exists. */
export async function deployStack(
  options: SampleStack & { readonly endpoint: string; readonly account: string; readonly region: string },
): Promise<void> {
  const { endpoint, account, region, name, template } = options;
  try {
    await cloudFormation(endpoint, account, region).send(
      new CreateStackCommand({
        StackName: name,
        TemplateBody: JSON.stringify(template),
        Capabilities: ['CAPABILITY_NAMED_IAM'],
      }),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'AlreadyExistsException') return;
    throw new Error(`The sample stack ${name} of account ${account} in ${region} failed`, { cause: error });
  }
}
