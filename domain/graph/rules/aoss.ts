import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const collection = 'AWS::OpenSearchServerless::Collection';
const securityPolicy = 'AWS::OpenSearchServerless::SecurityPolicy';

export const aossRules: readonly EdgeRule[] = [
  keyArn(collection, 'kmsKeyArn', 'encrypted_by'),
  keyArn(securityPolicy, 'policy.KmsARN', 'uses'),
  edge(
    securityPolicy,
    'policy[].Rules[].Resource[]',
    'name',
    'protects',
    'AWS::OpenSearchServerless::Collection',
    {
      read: '{value|skip:collection/}',
      when: { on: 'item', conditions: [{ path: 'ResourceType', equals: 'collection' }] },
    },
  ),
  edge(securityPolicy, 'policy[].SourceVPCEs[]', 'id', 'allows_from', 'AWS::EC2::VPCEndpoint', {
    example: 'vpce-050f79086ee71ac05',
  }),
];
