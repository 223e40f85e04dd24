import type { ServiceCollectors } from '../collector.ts';

export const vpcLattice: ServiceCollectors = {
  service: 'vpc-lattice',
  client: 'vpc-lattice',
  scope: 'regional',
  probe: {
    operation: 'ListServices',
    input: {
      maxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::VpcLattice::Service',
      title: 'Lattice service',
      list: {
        operation: 'ListServices',
        input: {
          maxResults: 100,
        },
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: {
        taggingApi: 'vpc-lattice',
      },
      volatile: ['status', 'lastUpdatedAt'],
      terraform: ['aws_vpclattice_service'],
    },
    {
      resourceType: 'AWS::VpcLattice::ServiceNetwork',
      title: 'Lattice service network',
      list: {
        operation: 'ListServiceNetworks',
        input: {
          maxResults: 100,
        },
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: {
        taggingApi: 'vpc-lattice',
      },
      volatile: [
        'lastUpdatedAt',
        'numberOfAssociatedServices',
        'numberOfAssociatedVPCs',
        'numberOfAssociatedResourceConfigurations',
      ],
      terraform: ['aws_vpclattice_service_network'],
    },
    {
      resourceType: 'AWS::VpcLattice::TargetGroup',
      title: 'Lattice target group',
      list: {
        operation: 'ListTargetGroups',
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: {
        taggingApi: 'vpc-lattice',
      },
      volatile: ['status', 'lastUpdatedAt', 'serviceArns'],
      terraform: ['aws_vpclattice_target_group'],
    },
  ],
};
