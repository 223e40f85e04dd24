import { CreateQueueCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { rootConfig } from '../sample-organization/account-clients.ts';
import type { Stack } from '../stack/start-stack.ts';
import type { Sample } from './connect-sample.ts';

export interface ChangedQueues {
  readonly awsAccountNumber: string;
  readonly region: string;
  /** Name of the changed queue. */
  readonly changed: string;
  /** Name of the new queue. */
  readonly created: string;
}

const region = 'eu-west-1';

/** Changes one queue of the production account and creates another, without CloudFormation or Terraform. */
export async function changeQueues(sample: Sample, stack: Stack): Promise<ChangedQueues> {
  const awsAccountNumber = sample.productionAccountNumber;
  const sqs = new SQSClient(rootConfig(stack.awsEndpointUrl, awsAccountNumber, region));
  const changed = 'orders-production';
  const created = `orders-by-hand-${Date.now()}`;
  const QueueUrl = `${stack.awsEndpointUrl}/${awsAccountNumber}/${changed}`;
  const VisibilityTimeout = String(60 + (Math.floor(Date.now() / 1000) % 600));
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
  await sqs.send(new CreateQueueCommand({ QueueName: created }));
  return { awsAccountNumber, region, changed, created };
}
