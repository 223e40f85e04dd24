import test from 'ava';
import { isLackOfPermission } from '../../../../domain/discovery/tasks/not-permitted.ts';

const denial =
  'User: arn:aws:sts::123456789012:assumed-role/r/s is not authorized to perform: sqs:ListQueues';

test('more permissions of the role end a denial unless another policy, or an explicit deny, is its cause', (t) => {
  for (const reason of [
    '',
    ' because no identity-based policy allows the sqs:ListQueues action',
    ' because no resource-based policy allows the sqs:ListQueues action',
    ' because no permissions boundary allows the sqs:ListQueues action',
    ' on resource: arn:aws:sqs:eu-west-1:123456789012:*',
  ])
    t.true(isLackOfPermission(denial + reason), reason);
  for (const reason of [
    ' with an explicit deny in an identity-based policy',
    ' with an explicit deny in a permissions boundary: arn:aws:iam::123456789012:policy/boundary',
    ' because no VPC endpoint policy allows the sqs:ListQueues action',
    ' because no session policy allows the sqs:ListQueues action',
    ' because no service control policy allows the sqs:ListQueues action',
  ])
    t.false(isLackOfPermission(denial + reason), reason);
});
