import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const coreNetwork = 'AWS::NetworkManager::CoreNetwork';

export const networkManagerRules: readonly EdgeRule[] = [
  edge(coreNetwork, 'GlobalNetworkId', 'id', 'contained_in', 'AWS::NetworkManager::GlobalNetwork', {
    example: 'global-network-0a1b2c3d4e5f60718',
  }),
];
