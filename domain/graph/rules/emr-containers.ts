import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const virtualCluster = 'AWS::EMRContainers::VirtualCluster';

export const emrContainersRules: readonly EdgeRule[] = [
  edge(virtualCluster, 'containerProvider.id', 'name', 'uses', 'AWS::EKS::Cluster', {
    when: { on: 'item', conditions: [{ path: 'type', equals: 'EKS' }] },
  }),
];
