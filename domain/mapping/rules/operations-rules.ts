import { resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const byName = { ids: ['${name}'] } as const;
const generated = { generatedId: true } as const;
/** `application/id` in the inventory, `id:application` for the import. */
const ofApplication = (id: string) => ({
  ids: [`\${application_id}/\${${id}}`],
  generatedId: true,
  importId: '${native_id|rest:/}:${native_id|before:/}',
});

/** Logs, monitoring, Systems Manager, Config, code services and catalogs. Sources: the provider's documentation. */
export const operationsRules: readonly MappingRule[] = [
  resource('aws_cloudwatch_log_group', 'AWS::Logs::LogGroup', byName),
  resource('aws_cloudwatch_log_metric_filter', 'AWS::Logs::MetricFilter', {
    arn: null,
    ids: ['${log_group_name}:${name}'],
  }),
  resource('aws_cloudwatch_log_subscription_filter', 'AWS::Logs::SubscriptionFilter', {
    arn: null,
    ids: ['${log_group_name}:${name}'],
    importId: '${native_id|before::}|${native_id|rest::}',
  }),
  resource('aws_cloudwatch_log_destination', 'AWS::Logs::Destination', byName),
  resource('aws_cloudwatch_log_resource_policy', 'AWS::Logs::ResourcePolicy', {
    arn: null,
    ids: ['${policy_name}'],
  }),
  resource('aws_cloudwatch_query_definition', 'AWS::Logs::QueryDefinition', {
    arn: null,
    ids: ['${query_definition_id}'],
    generatedId: true,
    importId: '${arn}',
  }),
  resource('aws_cloudwatch_log_delivery_source', 'AWS::Logs::DeliverySource', byName),
  resource('aws_cloudwatch_log_delivery_destination', 'AWS::Logs::DeliveryDestination', byName),
  resource('aws_cloudwatch_metric_alarm', 'AWS::CloudWatch::Alarm', { ids: ['${alarm_name}'] }),
  resource('aws_cloudwatch_composite_alarm', 'AWS::CloudWatch::CompositeAlarm', { ids: ['${alarm_name}'] }),
  resource('aws_cloudwatch_dashboard', 'AWS::CloudWatch::Dashboard', {
    arn: '${dashboard_arn}',
    ids: ['${dashboard_name}'],
  }),
  resource('aws_cloudwatch_contributor_insight_rule', 'AWS::CloudWatch::InsightRule', {
    arn: '${resource_arn}',
    ids: ['${rule_name}'],
  }),
  resource('aws_cloudwatch_metric_stream', 'AWS::CloudWatch::MetricStream', byName),
  resource('aws_synthetics_canary', 'AWS::Synthetics::Canary', byName),
  resource('aws_cloudtrail', 'AWS::CloudTrail::Trail', { ids: ['${arn}'] }),
  resource('aws_cloudtrail_event_data_store', 'AWS::CloudTrail::EventDataStore', { ids: ['${arn}'] }),
  resource('aws_prometheus_workspace', 'AWS::APS::Workspace', generated),
  resource('aws_ssm_parameter', 'AWS::SSM::Parameter', byName),
  resource('aws_ssm_document', 'AWS::SSM::Document', byName),
  resource('aws_ssm_maintenance_window', 'AWS::SSM::MaintenanceWindow', { arn: null, generatedId: true }),
  resource('aws_ssm_patch_baseline', 'AWS::SSM::PatchBaseline', generated),
  resource('aws_ssm_association', 'AWS::SSM::Association', { ids: ['${association_id}'], generatedId: true }),
  resource('aws_config_config_rule', 'AWS::Config::ConfigRule', byName),
  resource('aws_config_configuration_recorder', 'AWS::Config::ConfigurationRecorder', {
    arn: null,
    ...byName,
  }),
  resource('aws_config_delivery_channel', 'AWS::Config::DeliveryChannel', { arn: null, ...byName }),
  resource('aws_config_configuration_aggregator', 'AWS::Config::ConfigurationAggregator', byName),
  resource('aws_config_aggregate_authorization', 'AWS::Config::AggregationAuthorization', {
    ids: ['${arn}'],
    importId: '${AuthorizedAccountId}:${AuthorizedAwsRegion}',
  }),
  resource('aws_config_conformance_pack', 'AWS::Config::ConformancePack', byName),
  resource('aws_appconfig_application', 'AWS::AppConfig::Application', generated),
  resource('aws_appconfig_environment', 'AWS::AppConfig::Environment', ofApplication('environment_id')),
  resource(
    'aws_appconfig_configuration_profile',
    'AWS::AppConfig::ConfigurationProfile',
    ofApplication('configuration_profile_id'),
  ),
  resource('aws_codebuild_project', 'AWS::CodeBuild::Project', byName),
  resource('aws_codecommit_repository', 'AWS::CodeCommit::Repository', { ids: ['${repository_name}'] }),
  resource('aws_codedeploy_app', 'AWS::CodeDeploy::Application', byName),
  resource('aws_codedeploy_deployment_group', 'AWS::CodeDeploy::DeploymentGroup', {
    ids: ['${app_name}/${deployment_group_name}'],
    importId: '${native_id|before:/}:${native_id|rest:/}',
  }),
  resource('aws_codepipeline', 'AWS::CodePipeline::Pipeline', byName),
  resource('aws_servicecatalog_portfolio', 'AWS::ServiceCatalog::Portfolio', generated),
  resource(
    'aws_servicecatalogappregistry_application',
    'AWS::ServiceCatalogAppRegistry::Application',
    generated,
  ),
  resource('aws_resourcegroups_group', 'AWS::ResourceGroups::Group', byName),
  resource('aws_resourceexplorer2_index', 'AWS::ResourceExplorer2::Index', { ids: ['${arn}'] }),
  resource('aws_resourceexplorer2_view', 'AWS::ResourceExplorer2::View', { ids: ['${arn}'] }),
];
