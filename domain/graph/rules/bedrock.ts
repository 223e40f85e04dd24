import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, functionArn, keyArn, roleArn, secretArn } from './common-edges.ts';
import { edge } from './edge.ts';

const agent = 'AWS::Bedrock::Agent';
const knowledgeBase = 'AWS::Bedrock::KnowledgeBase';
const dataSource = 'AWS::Bedrock::DataSource';
const transformation = 'vectorIngestionConfiguration.customTransformationConfiguration';
const storage = 'storageConfiguration';
const redshift = 'knowledgeBaseConfiguration.sqlKnowledgeBaseConfiguration.redshiftConfiguration';
const vector = 'knowledgeBaseConfiguration.vectorKnowledgeBaseConfiguration';

/** Source: API reference of Agents for Amazon Bedrock, Agent, KnowledgeBase and DataSource. Foundation models are no resources. */
export const bedrockRules: readonly EdgeRule[] = [
  roleArn(agent, 'agentResourceRoleArn', 'runs_as'),
  keyArn(agent, 'customerEncryptionKeyArn', 'encrypted_by'),
  edge(agent, 'guardrailConfiguration.guardrailIdentifier', 'arn', 'uses', 'AWS::Bedrock::Guardrail', {
    variant: 'arn',
    text: { startsWith: 'arn:' },
    example: 'arn:aws:bedrock:eu-west-1:123456789012:guardrail/a1b2c3d4e5f6',
  }),
  edge(agent, 'guardrailConfiguration.guardrailIdentifier', 'arn', 'uses', 'AWS::Bedrock::Guardrail', {
    variant: 'id',
    text: { excludes: ':' },
    read: 'arn:{partition}:bedrock:{region}:{account}:guardrail/{value}',
    example: { a1b2c3d4e5f6: 'arn:aws:bedrock:eu-west-1:123456789012:guardrail/a1b2c3d4e5f6' },
  }),

  roleArn(knowledgeBase, 'roleArn', 'runs_as'),
  edge(
    knowledgeBase,
    `${storage}.opensearchServerlessConfiguration.collectionArn`,
    'arn',
    'reads_from',
    'AWS::OpenSearchServerless::Collection',
    { example: 'arn:aws:aoss:eu-west-1:123456789012:collection/a1b2c3d4e5f6g7h8i9j0' },
  ),
  edge(
    knowledgeBase,
    `${storage}.opensearchManagedClusterConfiguration.domainArn`,
    'arn',
    'reads_from',
    'AWS::OpenSearchService::Domain',
    { example: 'arn:aws:es:eu-west-1:123456789012:domain/articles' },
  ),
  edge(knowledgeBase, `${storage}.rdsConfiguration.resourceArn`, 'arn', 'reads_from', 'AWS::RDS::DBCluster', {
    example: 'arn:aws:rds:eu-west-1:123456789012:cluster:articles',
  }),
  edge(
    knowledgeBase,
    `${storage}.neptuneAnalyticsConfiguration.graphArn`,
    'arn',
    'reads_from',
    'AWS::NeptuneGraph::Graph',
    { example: 'arn:aws:neptune-graph:eu-west-1:123456789012:graph/g-a1b2c3d4e5' },
  ),
  ...[
    'rdsConfiguration',
    'pineconeConfiguration',
    'redisEnterpriseCloudConfiguration',
    'mongoDbAtlasConfiguration',
  ].map((kind) => secretArn(knowledgeBase, `${storage}.${kind}.credentialsSecretArn`, 'reads_secret')),
  edge(
    knowledgeBase,
    `${redshift}.queryEngineConfiguration.serverlessConfiguration.workgroupArn`,
    'arn',
    'reads_from',
    'AWS::RedshiftServerless::Workgroup',
    {
      example:
        'arn:aws:redshift-serverless:eu-west-1:123456789012:workgroup/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
    },
  ),
  edge(
    knowledgeBase,
    `${redshift}.queryEngineConfiguration.provisionedConfiguration.clusterIdentifier`,
    'name',
    'reads_from',
    'AWS::Redshift::Cluster',
    { example: 'warehouse' },
  ),
  bucketUri(
    knowledgeBase,
    `${vector}.supplementalDataStorageConfiguration.storageLocations[].s3Location.uri`,
    'uses',
  ),
  edge(
    dataSource,
    'dataSourceConfiguration.s3Configuration.bucketArn',
    'arn',
    'reads_from',
    'AWS::S3::Bucket',
    { example: 'arn:aws:s3:::example-articles' },
  ),
  ...['confluence', 'salesforce', 'sharePoint'].map((kind) =>
    secretArn(
      dataSource,
      `dataSourceConfiguration.${kind}Configuration.sourceConfiguration.credentialsSecretArn`,
      'reads_secret',
    ),
  ),
  keyArn(dataSource, 'serverSideEncryptionConfiguration.kmsKeyArn', 'encrypted_by'),
  bucketUri(dataSource, `${transformation}.intermediateStorage.s3Location.uri`, 'uses'),
  functionArn(
    dataSource,
    `${transformation}.transformations[].transformationFunction.transformationLambdaConfiguration.lambdaArn`,
    'invokes',
  ),
  edge('AWS::Bedrock::ProvisionedModelThroughput', 'modelArn', 'arn', 'uses', 'AWS::Bedrock::CustomModel', {
    external: false,
    example:
      'arn:aws:bedrock:eu-west-1:123456789012:custom-model/amazon.titan-text-lite-v1:0:4k/a1b2c3d4e5f6',
  }),
];
