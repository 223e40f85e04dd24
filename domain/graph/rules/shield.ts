import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

/** Source: AWS Shield API reference, Protection and ProtectionGroup. */
export const shieldRules: readonly EdgeRule[] = [
  edge('AWS::Shield::Protection', 'ResourceArn', 'arn', 'protects', [], {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188',
  }),
  edge('AWS::Shield::Protection', 'HealthCheckIds[]', 'id', 'uses', 'AWS::Route53::HealthCheck', {
    example: '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
  edge('AWS::Shield::ProtectionGroup', 'Members[]', 'arn', 'protects', [], {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188',
  }),
];
