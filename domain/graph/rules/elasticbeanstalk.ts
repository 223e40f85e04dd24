import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const application = 'AWS::ElasticBeanstalk::Application';
const environment = 'AWS::ElasticBeanstalk::Environment';

export const elasticBeanstalkRules: readonly EdgeRule[] = [
  roleArn(application, 'ResourceLifecycleConfig.ServiceRole', 'runs_as'),
  edge(environment, 'ApplicationName', 'name', 'contained_in', 'AWS::ElasticBeanstalk::Application', {
    example: 'admin',
  }),
  roleArn(environment, 'OperationsRole', 'uses'),
  edge(
    environment,
    'EndpointURL',
    'dns',
    'uses',
    ['AWS::ElasticLoadBalancing::LoadBalancer', 'AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::EC2::EIP'],
    {
      example: {
        'awseb-e-x-AWSEBLoa-1R7Y3J5K2L9M4-512345678.eu-west-1.elb.amazonaws.com':
          'awseb-e-x-awsebloa-1r7y3j5k2l9m4-512345678.eu-west-1.elb.amazonaws.com',
      },
    },
  ),
];
