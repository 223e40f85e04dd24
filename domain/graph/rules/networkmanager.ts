import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const coreNetwork = 'AWS::NetworkManager::CoreNetwork';

export const networkManagerRules: readonly EdgeRule[] = [
  edge(coreNetwork, 'GlobalNetworkId', 'id', 'contained_in', 'AWS::NetworkManager::GlobalNetwork'),
];
