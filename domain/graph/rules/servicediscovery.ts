import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const privateDnsNamespace = 'AWS::ServiceDiscovery::PrivateDnsNamespace';
const publicDnsNamespace = 'AWS::ServiceDiscovery::PublicDnsNamespace';
const service = 'AWS::ServiceDiscovery::Service';

export const serviceDiscoveryRules: readonly EdgeRule[] = [
  edge(
    privateDnsNamespace,
    'Properties.DnsProperties.HostedZoneId',
    'id',
    'uses',
    'AWS::Route53::HostedZone',
  ),
  edge(publicDnsNamespace, 'Properties.DnsProperties.HostedZoneId', 'id', 'uses', 'AWS::Route53::HostedZone'),
  edge(service, 'DnsConfig.NamespaceId', 'id', 'contained_in', [
    'AWS::ServiceDiscovery::HttpNamespace',
    'AWS::ServiceDiscovery::PrivateDnsNamespace',
    'AWS::ServiceDiscovery::PublicDnsNamespace',
  ]),
];
