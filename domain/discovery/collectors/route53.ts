import type { ServiceCollectors } from '../declaration/collector.ts';

/** Global service. Record sets are listed per hosted zone. */
export const route53: ServiceCollectors = {
  service: 'route53',
  client: 'route-53',
  scope: 'global',
  probe: { operation: 'ListHostedZones', input: { MaxItems: 1 } },
  types: [
    {
      resourceType: 'AWS::Route53::HostedZone',
      title: 'Hosted zone',
      notRead: 'Keys of DNSSEC. The records are AWS::Route53::RecordSet.',
      list: { operation: 'ListHostedZones', input: { MaxItems: 100 }, items: 'HostedZones[]' },
      nativeId: '{Id|after:/}',
      arn: 'arn:{partition}:route53:::hostedzone/{id}',
      name: '{Name|trim:.}',
      tags: {
        call: {
          operation: 'ListTagsForResources',
          input: { ResourceType: 'hostedzone', ResourceIds: '{*}' },
          result: 'ResourceTagSets[]',
          batch: { size: 10, by: '{Id|after:/}', key: 'ResourceId', part: 'Tags' },
        },
      },
      settled: {
        'Features.AcceleratedRecoveryStatus': {
          ENABLING: 'ENABLED',
          ENABLING_HOSTED_ZONE_LOCKED: 'ENABLED',
          DISABLING: 'DISABLED',
          DISABLING_HOSTED_ZONE_LOCKED: 'DISABLED',
        },
      },
      volatile: ['ResourceRecordSetCount'],
      origin: [{ origin: 'child', when: [{ path: 'LinkedService', present: true }] }],
      terraform: ['aws_route53_zone'],
    },
    {
      resourceType: 'AWS::Route53::RecordSet',
      title: 'DNS record set',
      parent: 'AWS::Route53::HostedZone',
      list: {
        operation: 'ListResourceRecordSets',
        input: { HostedZoneId: '{Id|after:/}', MaxItems: 300 },
        items: 'ResourceRecordSets[]',
        page: {
          tokens: {
            StartRecordName: 'NextRecordName',
            StartRecordType: 'NextRecordType',
            StartRecordIdentifier: 'NextRecordIdentifier',
          },
          more: 'IsTruncated',
        },
      },
      fromParent: { HostedZoneId: 'Id', HostedZoneName: 'Name' },
      // Route 53 returns the wildcard as `\052`. Terraform and users write `*`.
      nativeId: [
        '{HostedZoneId|after:/}_{Name|unescape|trim:.|lower}_{Type}_{SetIdentifier}',
        '{HostedZoneId|after:/}_{Name|unescape|trim:.|lower}_{Type}',
      ],
      name: '{Name|unescape|trim:.}',
      sets: { ResourceRecords: 'Route53/latest/DeveloperGuide/routing-policy-simple' },
      origin: [
        { origin: 'default', when: [{ path: 'Type', equals: 'SOA' }] },
        {
          origin: 'default',
          when: [
            { path: 'Type', equals: 'NS' },
            { path: 'Name', equalsPath: 'HostedZoneName' },
          ],
        },
      ],
      terraform: ['aws_route53_record'],
    },
    {
      resourceType: 'AWS::Route53::HealthCheck',
      title: 'Route 53 health check',
      list: { operation: 'ListHealthChecks', input: { MaxItems: 100 }, items: 'HealthChecks[]' },
      nativeId: 'Id',
      arn: 'arn:{partition}:route53:::healthcheck/{id}',
      label: ['HealthCheckConfig.FullyQualifiedDomainName', 'HealthCheckConfig.IPAddress'],
      tags: {
        call: {
          operation: 'ListTagsForResources',
          input: { ResourceType: 'healthcheck', ResourceIds: '{*}' },
          result: 'ResourceTagSets[]',
          batch: { size: 10, by: 'Id', key: 'ResourceId', part: 'Tags' },
        },
      },
      sets: {
        'HealthCheckConfig.ChildHealthChecks': 'Route53/latest/APIReference/API_HealthCheckConfig',
        'HealthCheckConfig.Regions': 'Route53/latest/APIReference/API_HealthCheckConfig',
      },
      terraform: ['aws_route53_health_check'],
    },
    {
      resourceType: 'AWS::Route53::QueryLoggingConfig',
      title: 'DNS query logging',
      list: {
        operation: 'ListQueryLoggingConfigs',
        input: { MaxResults: 100 },
        items: 'QueryLoggingConfigs[]',
      },
      nativeId: 'Id',
      label: '{CloudWatchLogsLogGroupArn|after:log-group:|trim::*}',
      terraform: ['aws_route53_query_log'],
    },
  ],
};
