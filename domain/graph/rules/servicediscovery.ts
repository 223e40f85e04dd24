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
    { example: 'Z09983722P0QME1B3KC8I' },
  ),
  edge(
    publicDnsNamespace,
    'Properties.DnsProperties.HostedZoneId',
    'id',
    'uses',
    'AWS::Route53::HostedZone',
    { example: 'Z09983722P0QME1B3KC8I' },
  ),
  edge(
    service,
    'DnsConfig.NamespaceId',
    'id',
    'contained_in',
    [
      'AWS::ServiceDiscovery::HttpNamespace',
      'AWS::ServiceDiscovery::PrivateDnsNamespace',
      'AWS::ServiceDiscovery::PublicDnsNamespace',
    ],
    { example: 'ns-e4anhexample0004' },
  ),
];
