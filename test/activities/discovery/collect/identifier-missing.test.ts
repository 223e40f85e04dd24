import test from 'ava';
import { scope, scripted } from '../support/scripted-aws.ts';
import { collect } from '../support/collect.ts';

const type = 'AWS::WAFv2::LoggingConfiguration';

test('an item without an identifier fails its cell with the name of the field, and the other items are kept', async (t) => {
  const { clients } = scripted(({ operation }) =>
    operation === 'ListLoggingConfigurations'
      ? {
          LoggingConfigurations: [
            { ResourceArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/1' },
            { LogDestinationConfigs: ['arn:aws:s3:::aws-waf-logs-a'] },
            { ResourceArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/b/2' },
          ],
        }
      : {},
  );
  const { resources, cells } = await collect({ ...scope, service: 'wafv2', resourceTypes: [type], clients });
  t.is(resources.length, 2);
  t.like(cells[type], {
    outcome: 'error',
    error: `AWS returned an item of ${type} without its field ResourceArn. The item is not in the inventory.`,
  });
});
