import type { CompositionRule } from './edge-rule.ts';

/** Relationships that follow from two others. The inner relationships stay. */
export const compositionRules: readonly CompositionRule[] = [
  {
    id: 'topic-endpoint',
    throughType: 'AWS::SNS::Subscription',
    first: { relation: 'contained_in', reversed: true, types: ['AWS::SNS::Topic'] },
    second: {
      relation: 'delivers_to',
      types: ['AWS::SQS::Queue', 'AWS::Lambda::Function', 'AWS::KinesisFirehose::DeliveryStream'],
    },
    relation: 'delivers_to',
  },
  {
    id: 'event-source-function',
    throughType: 'AWS::Lambda::EventSourceMapping',
    first: { relation: 'reads_from', reversed: true, types: [] },
    second: { relation: 'triggers', types: ['AWS::Lambda::Function'] },
    relation: 'triggers',
  },
  {
    id: 'instance-role',
    throughType: 'AWS::IAM::InstanceProfile',
    first: { relation: 'uses', types: ['AWS::EC2::Instance'] },
    second: { relation: 'uses', types: ['AWS::IAM::Role'] },
    relation: 'runs_as',
  },
  {
    id: 'load-balancer-target-group',
    throughType: 'AWS::ElasticLoadBalancingV2::Listener',
    first: { relation: 'contained_in', reversed: true, types: ['AWS::ElasticLoadBalancingV2::LoadBalancer'] },
    second: { relation: 'forwards_to', types: ['AWS::ElasticLoadBalancingV2::TargetGroup'] },
    relation: 'forwards_to',
  },
  {
    id: 'load-balancer-certificate',
    throughType: 'AWS::ElasticLoadBalancingV2::Listener',
    first: { relation: 'contained_in', reversed: true, types: ['AWS::ElasticLoadBalancingV2::LoadBalancer'] },
    second: { relation: 'uses', types: ['AWS::CertificateManager::Certificate'] },
    relation: 'uses',
  },
  {
    id: 'alias-key',
    throughType: 'AWS::KMS::Alias',
    first: { relation: 'encrypted_by', types: [] },
    second: { relation: 'points_to', types: ['AWS::KMS::Key'] },
    relation: 'encrypted_by',
  },
  {
    id: 'api-integration-target',
    throughType: 'AWS::ApiGatewayV2::Integration',
    first: { relation: 'contained_in', reversed: true, types: ['AWS::ApiGatewayV2::Api'] },
    second: { relation: 'invokes', types: [] },
    relation: 'invokes',
  },
  {
    id: 'rest-api-integration-target',
    throughType: 'AWS::ApiGateway::Resource',
    first: { relation: 'contained_in', reversed: true, types: ['AWS::ApiGateway::RestApi'] },
    second: { relation: 'invokes', types: [] },
    relation: 'invokes',
  },
  {
    id: 'web-acl-resource',
    throughType: 'AWS::WAFv2::WebACLAssociation',
    first: { relation: 'contained_in', reversed: true, types: ['AWS::WAFv2::WebACL'] },
    second: { relation: 'protects', types: [] },
    relation: 'protects',
  },
  {
    id: 'function-repository',
    throughType: 'AWS::ECR::Image',
    first: { relation: 'pulls_from', types: ['AWS::Lambda::Function'] },
    second: { relation: 'contained_in', types: ['AWS::ECR::Repository'] },
    relation: 'pulls_from',
  },
  {
    id: 'shared-resource-principal',
    throughType: 'AWS::RAM::ResourceShare',
    first: { relation: 'references', reversed: true, types: [] },
    second: { relation: 'allows_from', types: [] },
    relation: 'allows_from',
  },
  {
    id: 'user-group',
    throughType: 'AWS::IdentityStore::GroupMembership',
    first: { relation: 'connects', reversed: true, types: ['AWS::IdentityStore::User'] },
    second: { relation: 'contained_in', types: ['AWS::IdentityStore::Group'] },
    relation: 'member_of',
  },
];
