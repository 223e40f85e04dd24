import { CreateQueueCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { rootConfig } from '../sample-organization/account-clients.ts';
import type { Stack } from '../stack/start-stack.ts';
import type { Sample } from './connect-sample.ts';

export interface Changed {
  readonly awsAccountNumber: string;
  readonly region: string;
  readonly kept: string;
  readonly made: string;
}

const region = 'eu-west-1';

/** Changes one queue of the production account and makes another, by hand, as people do. */
export async function changeSomething(sample: Sample, stack: Stack): Promise<Changed> {
  const awsAccountNumber = sample.productionAccountNumber;
  const sqs = new SQSClient(rootConfig(stack.awsEndpointUrl, awsAccountNumber, region));
  const kept = 'orders-production';
  const made = `orders-by-hand-${Date.now()}`;
  const QueueUrl = `${stack.awsEndpointUrl}/${awsAccountNumber}/${kept}`;
  const VisibilityTimeout = String(60 + (Math.floor(Date.now() / 1000) % 600));
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
  await sqs.send(new CreateQueueCommand({ QueueName: made }));
  return { awsAccountNumber, region, kept, made };
}
