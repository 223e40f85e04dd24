import type { ServiceCollectors } from '../declaration/collector.ts';

const V1 = 'elastic-load-balancing';
const TAGGED = { tags: { taggingApi: 'elasticloadbalancing' } } as const;

/** The tags of up to 20 resources with this ARN per call. The tagging API of the AWS emulator omits listeners and rules. */
const tagsOf = (arn: string) =>
  ({
    tags: {
      call: {
        operation: 'DescribeTags',
        input: { ResourceArns: '{*}' },
        result: 'TagDescriptions[]',
        batch: { size: 20, by: arn, key: 'ResourceArn', part: 'Tags' },
      },
    },
  }) as const;

/**
 * Classic load balancers, and application, network and gateway load balancers (v2). Listeners are listed per load
 * balancer and rules per listener.
 */
export const elasticLoadBalancing: ServiceCollectors = {
  service: 'elasticloadbalancing',
  client: 'elastic-load-balancing-v2',
  scope: 'regional',
  probe: { operation: 'DescribeLoadBalancers', input: { PageSize: 1 } },
  types: [
    {
      resourceType: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
      title: 'Load balancer',
      list: { operation: 'DescribeLoadBalancers', input: { PageSize: 400 }, items: 'LoadBalancers[]' },
      details: [
        {
          operation: 'DescribeLoadBalancerAttributes',
          input: { LoadBalancerArn: '{LoadBalancerArn}' },
          result: 'Attributes',
          into: 'Attributes',
        },
      ],
      nativeId: 'LoadBalancerArn',
      arn: 'LoadBalancerArn',
      name: 'LoadBalancerName',
      createdAt: 'CreatedTime',
      ...TAGGED,
      volatile: ['State'],
      sets: {
        Attributes: 'elasticloadbalancing/latest/APIReference/API_LoadBalancerAttribute',
        'AvailabilityZones[].LoadBalancerAddresses':
          'elasticloadbalancing/latest/APIReference/API_AvailabilityZone',
      },
      terraform: ['aws_lb', 'aws_alb'],
    },
    {
      resourceType: 'AWS::ElasticLoadBalancingV2::Listener',
      title: 'Load balancer listener',
      parent: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
      list: {
        operation: 'DescribeListeners',
        input: { LoadBalancerArn: '{LoadBalancerArn}', PageSize: 400 },
        items: 'Listeners[]',
      },
      // The list has the default certificate only.
      details: [
        {
          operation: 'DescribeListenerCertificates',
          input: { ListenerArn: '{ListenerArn}' },
          result: 'Certificates',
          into: 'FurtherCertificates',
          when: [{ path: 'Certificates', present: true }],
        },
      ],
      nativeId: 'ListenerArn',
      arn: 'ListenerArn',
      label: ['{Protocol}:{Port}', 'Protocol'],
      ...tagsOf('ListenerArn'),
      secrets: ['DefaultActions[].AuthenticateOidcConfig.ClientSecret'],
      sets: {
        Certificates: 'elasticloadbalancing/latest/APIReference/API_Listener',
        FurtherCertificates: 'elasticloadbalancing/latest/APIReference/API_DescribeListenerCertificates',
      },
      terraform: ['aws_lb_listener', 'aws_alb_listener'],
    },
    {
      resourceType: 'AWS::ElasticLoadBalancingV2::ListenerRule',
      title: 'Load balancer listener rule',
      parent: 'AWS::ElasticLoadBalancingV2::Listener',
      list: {
        operation: 'DescribeRules',
        input: { ListenerArn: '{ListenerArn}', PageSize: 400 },
        items: 'Rules[]',
      },
      fromParent: { ListenerArn: 'ListenerArn' },
      nativeId: 'RuleArn',
      arn: 'RuleArn',
      label: ['{Priority} {Conditions[].Values[]}', 'Priority'],
      ...tagsOf('RuleArn'),
      secrets: ['Actions[].AuthenticateOidcConfig.ClientSecret'],
      sets: {
        Conditions: 'elasticloadbalancing/latest/APIReference/API_Rule',
        'Conditions[].Values': 'elasticloadbalancing/latest/APIReference/API_RuleCondition',
      },
      origin: [{ origin: 'child', when: [{ path: 'IsDefault', equals: true }] }],
      terraform: ['aws_lb_listener_rule', 'aws_alb_listener_rule'],
    },
    {
      resourceType: 'AWS::ElasticLoadBalancingV2::TargetGroup',
      title: 'Target group',
      list: { operation: 'DescribeTargetGroups', input: { PageSize: 400 }, items: 'TargetGroups[]' },
      details: [
        {
          operation: 'DescribeTargetHealth',
          input: { TargetGroupArn: '{TargetGroupArn}' },
          result: 'TargetHealthDescriptions',
          into: 'TargetHealthDescriptions',
        },
        {
          operation: 'DescribeTargetGroupAttributes',
          input: { TargetGroupArn: '{TargetGroupArn}' },
          result: 'Attributes',
          into: 'Attributes',
        },
      ],
      nativeId: 'TargetGroupArn',
      arn: 'TargetGroupArn',
      name: 'TargetGroupName',
      ...TAGGED,
      volatile: ['TargetHealthDescriptions[].TargetHealth', 'TargetHealthDescriptions[].AnomalyDetection'],
      sets: {
        LoadBalancerArns: 'elasticloadbalancing/latest/APIReference/API_TargetGroup',
        TargetHealthDescriptions: 'elasticloadbalancing/latest/APIReference/API_TargetHealthDescription',
        Attributes: 'elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute',
      },
      terraform: ['aws_lb_target_group', 'aws_alb_target_group'],
    },
    {
      resourceType: 'AWS::ElasticLoadBalancing::LoadBalancer',
      title: 'Classic load balancer',
      list: {
        client: V1,
        operation: 'DescribeLoadBalancers',
        input: { PageSize: 400 },
        items: 'LoadBalancerDescriptions[]',
      },
      details: [
        {
          client: V1,
          operation: 'DescribeLoadBalancerAttributes',
          input: { LoadBalancerName: '{LoadBalancerName}' },
          result: 'LoadBalancerAttributes',
          into: 'LoadBalancerAttributes',
        },
      ],
      nativeId: 'LoadBalancerName',
      arn: 'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/{LoadBalancerName}',
      name: 'LoadBalancerName',
      createdAt: 'CreatedTime',
      tags: {
        call: {
          client: V1,
          operation: 'DescribeTags',
          input: { LoadBalancerNames: '{*}' },
          result: 'TagDescriptions[]',
          batch: { size: 20, by: 'LoadBalancerName', key: 'LoadBalancerName', part: 'Tags' },
        },
      },
      sets: {
        Instances: 'elasticloadbalancing/2012-06-01/APIReference/API_LoadBalancerDescription',
        ListenerDescriptions: 'elasticloadbalancing/2012-06-01/APIReference/API_LoadBalancerDescription',
        BackendServerDescriptions: 'elasticloadbalancing/2012-06-01/APIReference/API_LoadBalancerDescription',
        'LoadBalancerAttributes.AdditionalAttributes':
          'elasticloadbalancing/2012-06-01/APIReference/API_LoadBalancerAttributes',
      },
      terraform: ['aws_elb'],
    },
  ],
};
