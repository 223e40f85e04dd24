import type { EdgeRule } from '../edge-rule.ts';
import { sharedWith } from './common-edges.ts';
import { edge } from './edge.ts';

const endpointGroup = 'AWS::GlobalAccelerator::EndpointGroup';
const attachment = 'AWS::GlobalAccelerator::CrossAccountAttachment';

/** Source: Global Accelerator API reference, EndpointDescription and Attachment. */
export const globalAcceleratorRules: readonly EdgeRule[] = [
  edge(
    endpointGroup,
    'EndpointDescriptions[].EndpointId',
    'arn',
    'targets',
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    {
      variant: 'load-balancer',
      example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188',
    },
  ),
  edge(endpointGroup, 'EndpointDescriptions[].EndpointId', 'id', 'targets', 'AWS::EC2::EIP', {
    variant: 'address',
    text: { startsWith: 'eipalloc-' },
    example: 'eipalloc-0a1b2c3d4e5f60718',
  }),
  edge(endpointGroup, 'EndpointDescriptions[].EndpointId', 'id', 'targets', 'AWS::EC2::Instance', {
    variant: 'instance',
    text: { startsWith: 'i-' },
    example: 'i-0a1b2c3d4e5f60718',
  }),
  ...sharedWith(attachment, 'Principals[]'),
  edge(attachment, 'Principals[]', 'arn', 'allows_from', 'AWS::GlobalAccelerator::Accelerator', {
    variant: 'accelerator',
    example: 'arn:aws:globalaccelerator::210987654321:accelerator/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
  edge(
    attachment,
    'Resources[].EndpointId',
    'arn',
    'references',
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    { example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/net/web/50dc6c495c0c9188' },
  ),
];
