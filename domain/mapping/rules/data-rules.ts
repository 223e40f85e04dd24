import { resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const byName = { ids: ['${name}'] } as const;
const generated = { generatedId: true } as const;

/**
 * The provider builds the attribute `arn` with its own account, also when the catalog belongs to another one. A catalog
 * that is not an account (`<account>:<name>`) has no ARN of this form.
 */
const inCatalog = (name: string) => ({
  arn: `arn:\${partition}:glue:\${region}:\${catalog_id}:${name}`,
  ids: [],
});

/** Glue, Athena, DMS and SageMaker. Sources: the import sections of the provider's documentation, versions 4 to 6. */
export const dataRules: readonly MappingRule[] = [
  // Import ids of the Data Catalog begin with the catalog, which is the account number.
  resource('aws_glue_catalog_database', 'AWS::Glue::Database', {
    ...inCatalog('database/${name}'),
    importId: '${account}:${native_id}',
  }),
  resource('aws_glue_catalog_table', 'AWS::Glue::Table', {
    ...inCatalog('table/${database_name}/${name}'),
    importId: '${account}:${native_id|before:/}:${native_id|rest:/}',
  }),
  resource('aws_glue_job', 'AWS::Glue::Job', byName),
  resource('aws_glue_crawler', 'AWS::Glue::Crawler', byName),
  resource('aws_glue_trigger', 'AWS::Glue::Trigger', byName),
  resource('aws_glue_connection', 'AWS::Glue::Connection', {
    ...inCatalog('connection/${name}'),
    importId: '${account}:${native_id}',
  }),
  resource('aws_glue_security_configuration', 'AWS::Glue::SecurityConfiguration', { arn: null, ...byName }),
  resource('aws_glue_dev_endpoint', 'AWS::Glue::DevEndpoint', byName),
  resource('aws_glue_registry', 'AWS::Glue::Registry', { ids: ['${registry_name}'], importId: '${arn}' }),
  resource('aws_glue_workflow', 'AWS::Glue::Workflow', byName),
  resource('aws_athena_workgroup', 'AWS::Athena::WorkGroup', byName),
  resource('aws_athena_data_catalog', 'AWS::Athena::DataCatalog', byName),
  resource('aws_athena_named_query', 'AWS::Athena::NamedQuery', { arn: null, generatedId: true }),
  resource('aws_athena_capacity_reservation', 'AWS::Athena::CapacityReservation', byName),
  resource('aws_dms_replication_instance', 'AWS::DMS::ReplicationInstance', {
    arn: '${replication_instance_arn}',
    ids: ['${replication_instance_id}'],
  }),
  resource('aws_dms_s3_endpoint', 'AWS::DMS::Endpoint', {
    arn: '${endpoint_arn}',
    ids: ['${endpoint_id}'],
    importWhen: [{ path: 'EngineName', equals: 's3' }],
  }),
  resource('aws_dms_endpoint', 'AWS::DMS::Endpoint', { arn: '${endpoint_arn}', ids: ['${endpoint_id}'] }),
  resource('aws_dms_replication_task', 'AWS::DMS::ReplicationTask', {
    arn: '${replication_task_arn}',
    ids: ['${replication_task_id}'],
  }),
  resource('aws_dms_replication_subnet_group', 'AWS::DMS::ReplicationSubnetGroup', {
    arn: '${replication_subnet_group_arn}',
    ids: ['${replication_subnet_group_id}'],
  }),
  resource('aws_sagemaker_notebook_instance', 'AWS::SageMaker::NotebookInstance', byName),
  resource('aws_sagemaker_model', 'AWS::SageMaker::Model', byName),
  resource('aws_sagemaker_endpoint_configuration', 'AWS::SageMaker::EndpointConfig', byName),
  resource('aws_sagemaker_endpoint', 'AWS::SageMaker::Endpoint', byName),
  resource('aws_sagemaker_domain', 'AWS::SageMaker::Domain', generated),
  resource('aws_sagemaker_pipeline', 'AWS::SageMaker::Pipeline', { ids: ['${pipeline_name}'] }),
  resource('aws_sagemaker_model_package_group', 'AWS::SageMaker::ModelPackageGroup', {
    ids: ['${model_package_group_name}'],
  }),
];
