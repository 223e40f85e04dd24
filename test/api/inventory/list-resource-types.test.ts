import test from 'ava';
import { listResourceTypesOperation as listResourceTypes } from '../../../api/inventory/list-resource-types.ts';

type Context = Parameters<typeof listResourceTypes.handle>[0];
interface Response {
  readonly items: readonly { readonly resource_type: string; readonly actions: readonly string[] }[];
}

test('lists only IAM actions that a role can get', async (t) => {
  const { items } = (await listResourceTypes.handle({
    query: { limit: 5000 },
    principal: {},
    services: {},
  } as unknown as Context)) as Response;
  const actionsOf = (name: string) => items.find((item) => item.resource_type === name)?.actions ?? [];
  t.deepEqual(
    items.flatMap(({ actions }) => actions).filter((action) => /^(iam:PassRole|kms:Decrypt)$/.test(action)),
    [],
  );
  t.true(actionsOf('AWS::Amplify::App').includes('amplify:ListApps'));
  t.true(actionsOf('AWS::AmazonMQ::Broker').includes('mq:DescribeBroker'), 'actions of GetResource');
  t.true(actionsOf('AWS::SQS::Queue').includes('sqs:ListQueues'));
});
