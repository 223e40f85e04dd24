import { CloudWatchClient, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import {
  CreateEventSourceMappingCommand,
  CreateFunctionCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import { rootConfig } from './account-clients.ts';
import { deploymentScope, tagsOf } from './sample-stacks.ts';

/** An empty zip archive. */
const code = Buffer.from('504b0506'.padEnd(44, '0'), 'hex');

/** Functions that read the queue of the application `orders`, by the application that they belong to. */
const consumers: readonly (readonly [application: string, name: string])[] = [
  ['orders', 'ship-orders'],
  ['payments', 'charge-orders'],
];

/**
 * Creates the functions of two applications that read the queue of `orders` in an account of the shop, with their event source
 * mappings, and an alarm for the queue. Existing ones are kept. The role of the account must exist.
 */
export async function createConsumers(options: {
  readonly endpoint: string;
  readonly account: string;
  readonly name: string;
  readonly region: string;
}): Promise<void> {
  const { endpoint, account, name, region } = options;
  if (!name.startsWith('shop-')) return;
  const scope = deploymentScope(name, region);
  const config = rootConfig(endpoint, account, region);
  const [lambda, cloudWatch] = [new LambdaClient(config), new CloudWatchClient(config)];
  const queue = `orders-${scope.environment}`;
  const queueArn = `arn:aws:sqs:${region}:${account}:${queue}`;
  const { EventSourceMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ EventSourceArn: queueArn }),
  );
  for (const [application, functionName] of consumers) {
    const FunctionName = `${functionName}-${scope.environment}`;
    if (EventSourceMappings.some(({ FunctionArn = '' }) => FunctionArn.includes(FunctionName))) continue;
    await lambda.send(
      new CreateFunctionCommand({
        FunctionName,
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Role: `arn:aws:iam::${account}:role/${name}-service`,
        Code: { ZipFile: code },
        Tags: Object.fromEntries(tagsOf(scope, application).map(({ Key, Value }) => [Key, Value])),
      }),
    );
    await lambda.send(
      new CreateEventSourceMappingCommand({ FunctionName, EventSourceArn: queueArn, BatchSize: 10 }),
    );
  }
  await cloudWatch.send(
    new PutMetricAlarmCommand({
      AlarmName: `${queue}-age`,
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateAgeOfOldestMessage',
      Dimensions: [{ Name: 'QueueName', Value: queue }],
      Statistic: 'Maximum',
      Period: 300,
      EvaluationPeriods: 3,
      Threshold: 900,
      ComparisonOperator: 'GreaterThanThreshold',
      AlarmActions: [`arn:aws:sns:${region}:${account}:${queue}-events`],
      Tags: tagsOf(scope, 'orders'),
    }),
  );
  lambda.destroy();
  cloudWatch.destroy();
}
