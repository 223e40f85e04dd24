import type { ServiceCollectors } from '../collector.ts';

export const iot: ServiceCollectors = {
  service: 'iot',
  client: 'iot',
  scope: 'regional',
  probe: {
    operation: 'ListThings',
    input: {
      maxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::IoT::Thing',
      title: 'IoT thing',
      notRead: 'Shadows and messages of the thing.',
      list: {
        operation: 'ListThings',
        input: {
          maxResults: 250,
        },
        items: 'things[]',
      },
      nativeId: 'thingName',
      arn: 'thingArn',
      name: 'thingName',
      terraform: ['aws_iot_thing'],
    },
    {
      resourceType: 'AWS::IoT::ThingGroup',
      title: 'IoT thing group',
      list: {
        operation: 'ListThingGroups',
        input: {
          maxResults: 250,
        },
        items: 'thingGroups[]',
      },
      nativeId: 'groupName',
      arn: 'groupArn',
      name: 'groupName',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: {
            resourceArn: '{groupArn}',
          },
          result: 'tags',
        },
      },
      terraform: ['aws_iot_thing_group'],
    },
    {
      resourceType: 'AWS::IoT::ThingType',
      title: 'IoT thing type',
      list: {
        operation: 'ListThingTypes',
        input: {
          maxResults: 250,
        },
        items: 'thingTypes[]',
      },
      nativeId: 'thingTypeName',
      arn: 'thingTypeArn',
      name: 'thingTypeName',
      createdAt: 'thingTypeMetadata.creationDate',
      terraform: ['aws_iot_thing_type'],
    },
    {
      resourceType: 'AWS::IoT::Policy',
      title: 'IoT policy',
      list: {
        operation: 'ListPolicies',
        input: {
          pageSize: 250,
        },
        items: 'policies[]',
      },
      details: [
        {
          operation: 'GetPolicy',
          input: {
            policyName: '{policyName}',
          },
        },
      ],
      nativeId: 'policyName',
      arn: 'policyArn',
      name: 'policyName',
      createdAt: 'creationDate',
      embedded: ['policyDocument'],
      volatile: ['lastModifiedDate'],
      terraform: ['aws_iot_policy'],
    },
    {
      resourceType: 'AWS::IoT::TopicRule',
      title: 'IoT rule',
      list: {
        operation: 'ListTopicRules',
        input: {
          maxResults: 10000,
        },
        items: 'rules[]',
      },
      details: [
        {
          operation: 'GetTopicRule',
          input: {
            ruleName: '{ruleName}',
          },
          result: 'rule',
          into: 'rule',
        },
      ],
      nativeId: 'ruleName',
      arn: 'ruleArn',
      name: 'ruleName',
      createdAt: 'createdAt',
      terraform: ['aws_iot_topic_rule'],
    },
    {
      resourceType: 'AWS::IoT::RoleAlias',
      title: 'IoT role alias',
      list: {
        operation: 'ListRoleAliases',
        input: {
          pageSize: 250,
        },
        items: 'roleAliases[]',
        as: 'roleAlias',
      },
      details: [
        {
          operation: 'DescribeRoleAlias',
          input: {
            roleAlias: '{roleAlias}',
          },
          result: 'roleAliasDescription',
        },
      ],
      nativeId: 'roleAlias',
      arn: 'arn:{partition}:iot:{region}:{account}:rolealias/{roleAlias}',
      name: 'roleAlias',
      createdAt: 'creationDate',
      volatile: ['lastModifiedDate'],
      terraform: ['aws_iot_role_alias'],
    },
  ],
};
