import type { ServiceCollectors } from '../collector.ts';

export const athena: ServiceCollectors = {
  service: 'athena',
  client: 'athena',
  scope: 'regional',
  probe: {
    operation: 'ListWorkGroups',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::Athena::WorkGroup',
      title: 'Athena workgroup',
      notRead: 'Query executions and results.',
      list: {
        operation: 'ListWorkGroups',
        input: {
          MaxResults: 50,
        },
        items: 'WorkGroups[]',
      },
      details: [
        {
          operation: 'GetWorkGroup',
          input: {
            WorkGroup: '{Name}',
          },
          result: 'WorkGroup',
        },
      ],
      nativeId: 'Name',
      arn: 'arn:{partition}:athena:{region}:{account}:workgroup/{Name}',
      name: 'Name',
      createdAt: 'CreationTime',
      // The AWS emulator returns the time of the call. The time of AWS has its own column.
      volatile: ['CreationTime'],
      tags: {
        taggingApi: 'athena',
      },
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'Name',
              equals: 'primary',
            },
          ],
        },
      ],
      terraform: ['aws_athena_workgroup'],
    },
    {
      resourceType: 'AWS::Athena::DataCatalog',
      title: 'Athena data catalog',
      list: {
        operation: 'ListDataCatalogs',
        input: {
          MaxResults: 50,
        },
        items: 'DataCatalogsSummary[]',
      },
      nativeId: 'CatalogName',
      arn: 'arn:{partition}:athena:{region}:{account}:datacatalog/{CatalogName}',
      name: 'CatalogName',
      tags: {
        taggingApi: 'athena',
      },
      volatile: ['Status'],
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'CatalogName',
              equals: 'AwsDataCatalog',
            },
          ],
        },
      ],
      ended: { Status: ['DELETE_COMPLETE'] },
      terraform: ['aws_athena_data_catalog'],
    },
    {
      resourceType: 'AWS::Athena::NamedQuery',
      title: 'Athena named query',
      parent: 'AWS::Athena::WorkGroup',
      list: {
        operation: 'ListNamedQueries',
        input: {
          MaxResults: 50,
          WorkGroup: '{Name}',
        },
        items: 'NamedQueryIds[]',
        as: 'NamedQueryId',
      },
      details: [
        {
          operation: 'BatchGetNamedQuery',
          input: {
            NamedQueryIds: '{*}',
          },
          result: 'NamedQueries[]',
          batch: {
            size: 50,
            by: 'NamedQueryId',
            key: 'NamedQueryId',
          },
        },
      ],
      nativeId: 'NamedQueryId',
      name: 'Name',
      terraform: ['aws_athena_named_query'],
    },
    {
      resourceType: 'AWS::Athena::CapacityReservation',
      title: 'Athena capacity reservation',
      list: {
        operation: 'ListCapacityReservations',
        input: {
          MaxResults: 50,
        },
        items: 'CapacityReservations[]',
      },
      nativeId: 'Name',
      arn: 'arn:{partition}:athena:{region}:{account}:capacity-reservation/{Name}',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'athena',
      },
      volatile: ['Status', 'AllocatedDpus', 'LastAllocation', 'LastSuccessfulAllocationTime'],
      ended: { Status: ['CANCELLED'] },
      terraform: ['aws_athena_capacity_reservation'],
    },
  ],
};
