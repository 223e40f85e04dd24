import test from 'ava';
import { parentsFirst } from '../../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { typesHintedBy } from '../../../../domain/discovery/cloud-control/types-hinted-by.ts';

test('derives the type from the service and resource part of an ARN', (t) => {
  t.deepEqual([...typesHintedBy(['arn:aws:ivs:eu-west-1:111111111111:channel/abc'])], ['AWS::IVS::Channel']);
  t.deepEqual([...typesHintedBy(['not an arn', 'arn:aws:nothing:::x/y'])], []);
});

test('returns no type for the ARN of a tier A type', (t) => {
  const resources = [
    'ec2:eu-west-1:1:subnet/a',
    's3:::bucket',
    'sqs:eu-west-1:1:queue',
    'kms:eu-west-1:1:key/a',
  ];
  t.deepEqual([...typesHintedBy(resources.map((rest) => `arn:aws:${rest}`))], []);
});

test('adds the parent types, before their children', (t) => {
  t.deepEqual(
    [...typesHintedBy(['arn:aws:ec2:eu-west-1:1:ipam-pool-cidr/a'])],
    ['AWS::EC2::IPAMPool', 'AWS::EC2::IPAMPoolCidr'],
  );
  t.deepEqual(parentsFirst(['AWS::EC2::IPAMAllocation', 'AWS::EC2::IPAMPool', 'AWS::IVS::Channel']), [
    'AWS::EC2::IPAMPool',
    'AWS::EC2::IPAMAllocation',
    'AWS::IVS::Channel',
  ]);
});
