import type { ServiceCollectors } from '../collector.ts';

export const eks: ServiceCollectors = {
  service: 'eks',
  client: 'eks',
  scope: 'regional',
  probe: {
    operation: 'ListClusters',
    input: {
      maxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::EKS::Cluster',
      title: 'EKS cluster',
      list: {
        operation: 'ListClusters',
        input: {
          maxResults: 100,
        },
        items: 'clusters[]',
        as: 'name',
      },
      details: [
        {
          operation: 'DescribeCluster',
          input: {
            name: '{name}',
          },
          result: 'cluster',
        },
      ],
      nativeId: 'name',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: {
        path: 'tags',
      },
      volatile: ['status', 'health', 'platformVersion'],
      terraform: ['aws_eks_cluster'],
    },
    {
      resourceType: 'AWS::EKS::Nodegroup',
      title: 'EKS node group',
      parent: 'AWS::EKS::Cluster',
      list: {
        operation: 'ListNodegroups',
        input: {
          clusterName: '{name}',
          maxResults: 100,
        },
        items: 'nodegroups[]',
        as: 'nodegroupName',
      },
      fromParent: {
        clusterName: 'name',
      },
      details: [
        {
          operation: 'DescribeNodegroup',
          input: {
            clusterName: '{clusterName}',
            nodegroupName: '{nodegroupName}',
          },
          result: 'nodegroup',
        },
      ],
      nativeId: '{clusterName}/{nodegroupName}',
      arn: 'nodegroupArn',
      name: 'nodegroupName',
      createdAt: 'createdAt',
      tags: {
        path: 'tags',
      },
      volatile: ['status', 'health', 'modifiedAt'],
      sets: ['instanceTypes', 'taints'],
      terraform: ['aws_eks_node_group'],
    },
    {
      resourceType: 'AWS::EKS::FargateProfile',
      title: 'EKS Fargate profile',
      parent: 'AWS::EKS::Cluster',
      list: {
        operation: 'ListFargateProfiles',
        input: {
          clusterName: '{name}',
          maxResults: 100,
        },
        items: 'fargateProfileNames[]',
        as: 'fargateProfileName',
      },
      fromParent: {
        clusterName: 'name',
      },
      details: [
        {
          operation: 'DescribeFargateProfile',
          input: {
            clusterName: '{clusterName}',
            fargateProfileName: '{fargateProfileName}',
          },
          result: 'fargateProfile',
        },
      ],
      nativeId: '{clusterName}/{fargateProfileName}',
      arn: 'fargateProfileArn',
      name: 'fargateProfileName',
      createdAt: 'createdAt',
      tags: {
        path: 'tags',
      },
      volatile: ['status', 'health'],
      sets: ['selectors'],
      terraform: ['aws_eks_fargate_profile'],
    },
    {
      resourceType: 'AWS::EKS::Addon',
      title: 'EKS add-on',
      parent: 'AWS::EKS::Cluster',
      list: {
        operation: 'ListAddons',
        input: {
          clusterName: '{name}',
          maxResults: 100,
        },
        items: 'addons[]',
        as: 'addonName',
      },
      fromParent: {
        clusterName: 'name',
      },
      details: [
        {
          operation: 'DescribeAddon',
          input: {
            clusterName: '{clusterName}',
            addonName: '{addonName}',
          },
          result: 'addon',
        },
      ],
      nativeId: '{clusterName}/{addonName}',
      arn: 'addonArn',
      name: 'addonName',
      createdAt: 'createdAt',
      tags: {
        path: 'tags',
      },
      volatile: ['status', 'health', 'modifiedAt'],
      terraform: ['aws_eks_addon'],
    },
    {
      resourceType: 'AWS::EKS::AccessEntry',
      title: 'EKS access entry',
      parent: 'AWS::EKS::Cluster',
      list: {
        operation: 'ListAccessEntries',
        input: {
          clusterName: '{name}',
          maxResults: 100,
        },
        items: 'accessEntries[]',
        as: 'principalArn',
        // A cluster with the authentication mode CONFIG_MAP has no access entries and rejects the call. Source: Amazon EKS
        // user guide, "Set up access entries".
        absent: ['InvalidRequestException'],
      },
      fromParent: {
        clusterName: 'name',
      },
      details: [
        {
          operation: 'DescribeAccessEntry',
          input: {
            clusterName: '{clusterName}',
            principalArn: '{principalArn}',
          },
          result: 'accessEntry',
        },
      ],
      nativeId: '{clusterName}/{principalArn}',
      arn: 'accessEntryArn',
      name: 'principalArn',
      createdAt: 'createdAt',
      tags: {
        path: 'tags',
      },
      volatile: ['modifiedAt'],
      sets: ['kubernetesGroups'],
      terraform: ['aws_eks_access_entry'],
    },
  ],
};
