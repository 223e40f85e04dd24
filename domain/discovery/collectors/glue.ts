import type { ServiceCollectors } from '../collector.ts';

export const glue: ServiceCollectors = {
  service: 'glue',
  client: 'glue',
  scope: 'regional',
  probe: {
    operation: 'GetDatabases',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::Glue::Database',
      title: 'Glue database',
      list: {
        operation: 'GetDatabases',
        input: {
          MaxResults: 100,
        },
        items: 'DatabaseList[]',
      },
      nativeId: 'Name',
      arn: 'arn:{partition}:glue:{region}:{account}:database/{Name}',
      name: 'Name',
      createdAt: 'CreateTime',
      tags: {
        taggingApi: 'glue',
      },
      terraform: ['aws_glue_catalog_database'],
    },
    {
      resourceType: 'AWS::Glue::Table',
      title: 'Glue table',
      notRead: 'Partitions, earlier versions and data.',
      parent: 'AWS::Glue::Database',
      list: {
        operation: 'GetTables',
        // A resource link shows the tables of another database, often of another account, and fails when that is not shared
        // any more. Source: AWS Lake Formation developer guide, "Creating resource links".
        parents: [{ path: 'TargetDatabase', present: false }],
        input: {
          DatabaseName: '{Name}',
          MaxResults: 100,
        },
        items: 'TableList[]',
      },
      nativeId: '{DatabaseName}/{Name}',
      arn: 'arn:{partition}:glue:{region}:{account}:table/{DatabaseName}/{Name}',
      name: 'Name',
      createdAt: 'CreateTime',
      volatile: [
        'UpdateTime',
        'LastAccessTime',
        'LastAnalyzedTime',
        'VersionId',
        'Parameters.transient_lastDdlTime',
      ],
      terraform: ['aws_glue_catalog_table'],
    },
    {
      resourceType: 'AWS::Glue::Job',
      title: 'Glue job',
      list: {
        operation: 'GetJobs',
        input: {
          MaxResults: 1000,
        },
        items: 'Jobs[]',
      },
      nativeId: 'Name',
      arn: 'arn:{partition}:glue:{region}:{account}:job/{Name}',
      name: 'Name',
      createdAt: 'CreatedOn',
      tags: {
        taggingApi: 'glue',
      },
      secrets: ['DefaultArguments.*', 'NonOverridableArguments.*'],
      volatile: ['LastModifiedOn'],
      terraform: ['aws_glue_job'],
    },
    {
      resourceType: 'AWS::Glue::Crawler',
      title: 'Glue crawler',
      list: {
        operation: 'GetCrawlers',
        input: {
          MaxResults: 1000,
        },
        items: 'Crawlers[]',
      },
      nativeId: 'Name',
      arn: 'arn:{partition}:glue:{region}:{account}:crawler/{Name}',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'glue',
      },
      embedded: ['Configuration'],
      volatile: ['State', 'CrawlElapsedTime', 'LastCrawl', 'LastUpdated', 'Schedule.State'],
      terraform: ['aws_glue_crawler'],
    },
    {
      resourceType: 'AWS::Glue::Trigger',
      title: 'Glue trigger',
      list: {
        operation: 'GetTriggers',
        input: {
          MaxResults: 200,
        },
        items: 'Triggers[]',
      },
      nativeId: 'Name',
      arn: 'arn:{partition}:glue:{region}:{account}:trigger/{Name}',
      name: 'Name',
      tags: {
        taggingApi: 'glue',
      },
      secrets: ['Actions[].Arguments.*'],
      volatile: ['State'],
      terraform: ['aws_glue_trigger'],
    },
    {
      resourceType: 'AWS::Glue::Connection',
      title: 'Glue connection',
      list: {
        operation: 'GetConnections',
        input: {
          MaxResults: 1000,
          HidePassword: true,
        },
        items: 'ConnectionList[]',
      },
      nativeId: 'Name',
      arn: 'arn:{partition}:glue:{region}:{account}:connection/{Name}',
      name: 'Name',
      createdAt: 'CreationTime',
      secrets: [
        // Source: Glue API Reference, Connection: ConnectionPropertyKey.
        'ConnectionProperties.PASSWORD',
        'ConnectionProperties.ENCRYPTED_PASSWORD',
        'ConnectionProperties.KAFKA_CLIENT_KEYSTORE_PASSWORD',
        'ConnectionProperties.ENCRYPTED_KAFKA_CLIENT_KEYSTORE_PASSWORD',
        'ConnectionProperties.KAFKA_CLIENT_KEY_PASSWORD',
        'ConnectionProperties.ENCRYPTED_KAFKA_CLIENT_KEY_PASSWORD',
        'ConnectionProperties.KAFKA_SASL_PLAIN_PASSWORD',
        'ConnectionProperties.ENCRYPTED_KAFKA_SASL_PLAIN_PASSWORD',
        'ConnectionProperties.KAFKA_SASL_SCRAM_PASSWORD',
        'ConnectionProperties.ENCRYPTED_KAFKA_SASL_SCRAM_PASSWORD',
        'ConnectionProperties.CONNECTION_URL',
        'ConnectionProperties.JDBC_CONNECTION_URL',
      ],
      volatile: ['LastUpdatedTime', 'LastConnectionValidationTime', 'Status', 'StatusReason'],
      terraform: ['aws_glue_connection'],
    },
    {
      resourceType: 'AWS::Glue::SecurityConfiguration',
      title: 'Glue security configuration',
      list: {
        operation: 'GetSecurityConfigurations',
        input: {
          MaxResults: 1000,
        },
        items: 'SecurityConfigurations[]',
      },
      nativeId: 'Name',
      name: 'Name',
      createdAt: 'CreatedTimeStamp',
      terraform: ['aws_glue_security_configuration'],
    },
    {
      resourceType: 'AWS::Glue::DevEndpoint',
      title: 'Glue development endpoint',
      list: {
        operation: 'GetDevEndpoints',
        input: {
          MaxResults: 1000,
        },
        items: 'DevEndpoints[]',
        // A region without development endpoints. Source: prowler-cloud/prowler #4193.
        absent: ['InvalidInputException'],
      },
      nativeId: 'EndpointName',
      arn: 'arn:{partition}:glue:{region}:{account}:devEndpoint/{EndpointName}',
      name: 'EndpointName',
      createdAt: 'CreatedTimestamp',
      tags: {
        taggingApi: 'glue',
      },
      secrets: ['Arguments.*'],
      volatile: ['Status', 'LastUpdateStatus', 'LastModifiedTimestamp', 'FailureReason'],
      terraform: ['aws_glue_dev_endpoint'],
    },
    {
      resourceType: 'AWS::Glue::Registry',
      title: 'Glue schema registry',
      list: {
        operation: 'ListRegistries',
        input: {
          MaxResults: 100,
        },
        items: 'Registries[]',
      },
      nativeId: 'RegistryName',
      arn: 'RegistryArn',
      name: 'RegistryName',
      createdAt: 'CreatedTime',
      tags: {
        taggingApi: 'glue',
      },
      volatile: ['Status', 'UpdatedTime'],
      terraform: ['aws_glue_registry'],
    },
    {
      resourceType: 'AWS::Glue::Workflow',
      title: 'Glue workflow',
      list: {
        operation: 'ListWorkflows',
        input: {
          MaxResults: 25,
        },
        items: 'Workflows[]',
        as: 'Name',
      },
      details: [
        {
          operation: 'BatchGetWorkflows',
          input: {
            Names: '{*}',
          },
          result: 'Workflows[]',
          batch: {
            size: 25,
            by: 'Name',
            key: 'Name',
          },
        },
      ],
      nativeId: 'Name',
      arn: 'arn:{partition}:glue:{region}:{account}:workflow/{Name}',
      name: 'Name',
      createdAt: 'CreatedOn',
      tags: {
        taggingApi: 'glue',
      },
      secrets: ['DefaultRunProperties.*'],
      volatile: ['LastRun', 'LastModifiedOn', 'Graph'],
      terraform: ['aws_glue_workflow'],
    },
  ],
};
