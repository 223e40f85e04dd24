import { alias, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const byName = { ids: ['${name}'] } as const;
const generated = { generatedId: true } as const;
/** `cluster/name` in the inventory, `cluster:name` for the import. */
const ofEksCluster = (name: string) => ({
  ids: [`\${cluster_name}/\${${name}}`],
  importId: '${native_id|before:/}:${native_id|rest:/}',
});

/** Lambda, containers, auto scaling, load balancing, Batch and EMR. Sources: the provider's documentation. */
export const computeRules: readonly MappingRule[] = [
  resource('aws_lambda_function', 'AWS::Lambda::Function', { ids: ['${function_name}'] }),
  resource('aws_lambda_alias', 'AWS::Lambda::Alias', {
    ids: ['${arn}'],
    importId: '${native_id|field:5|rest:function:|before::}/${native_id|after::}',
  }),
  resource('aws_lambda_event_source_mapping', 'AWS::Lambda::EventSourceMapping', {
    ids: ['${uuid}', '${id}'],
    generatedId: true,
  }),
  resource('aws_lambda_layer_version', 'AWS::Lambda::LayerVersion', { ids: ['${arn}'] }),
  resource('aws_ecr_repository', 'AWS::ECR::Repository', byName),
  // The import id of a cluster is its name.
  resource('aws_ecs_cluster', 'AWS::ECS::Cluster', { importId: '${native_id|after:/}' }),
  resource('aws_ecs_service', 'AWS::ECS::Service', {
    arn: '${id}',
    ids: [],
    importId: '${clusterArn|after:/}/${native_id|after:/}',
  }),
  resource('aws_ecs_task_definition', 'AWS::ECS::TaskDefinition', { ids: ['${arn}'] }),
  // Version 6 imports by ARN, version 5 by name.
  resource('aws_ecs_capacity_provider', 'AWS::ECS::CapacityProvider', { ...byName, importId: '${arn}' }),
  resource('aws_eks_cluster', 'AWS::EKS::Cluster', byName),
  resource('aws_eks_node_group', 'AWS::EKS::Nodegroup', ofEksCluster('node_group_name')),
  resource('aws_eks_fargate_profile', 'AWS::EKS::FargateProfile', ofEksCluster('fargate_profile_name')),
  resource('aws_eks_addon', 'AWS::EKS::Addon', ofEksCluster('addon_name')),
  resource('aws_eks_access_entry', 'AWS::EKS::AccessEntry', {
    ...ofEksCluster('principal_arn'),
    arn: '${access_entry_arn}',
  }),
  resource('aws_autoscaling_group', 'AWS::AutoScaling::AutoScalingGroup', byName),
  resource('aws_launch_configuration', 'AWS::AutoScaling::LaunchConfiguration', byName),
  resource('aws_autoscaling_policy', 'AWS::AutoScaling::ScalingPolicy', {
    ids: ['${autoscaling_group_name}/${name}'],
  }),
  resource('aws_autoscaling_schedule', 'AWS::AutoScaling::ScheduledAction', {
    ids: ['${autoscaling_group_name}/${scheduled_action_name}'],
  }),
  resource('aws_appautoscaling_target', 'AWS::ApplicationAutoScaling::ScalableTarget', {
    ids: ['${service_namespace}/${resource_id}/${scalable_dimension}'],
  }),
  resource('aws_appautoscaling_policy', 'AWS::ApplicationAutoScaling::ScalingPolicy', {
    ids: ['${arn}'],
    importId: '${ServiceNamespace}/${ResourceId}/${ScalableDimension}/${PolicyName}',
  }),
  resource('aws_lb', 'AWS::ElasticLoadBalancingV2::LoadBalancer'),
  alias('aws_alb', 'AWS::ElasticLoadBalancingV2::LoadBalancer'),
  resource('aws_lb_listener', 'AWS::ElasticLoadBalancingV2::Listener'),
  alias('aws_alb_listener', 'AWS::ElasticLoadBalancingV2::Listener'),
  resource('aws_lb_listener_rule', 'AWS::ElasticLoadBalancingV2::ListenerRule'),
  alias('aws_alb_listener_rule', 'AWS::ElasticLoadBalancingV2::ListenerRule'),
  resource('aws_lb_target_group', 'AWS::ElasticLoadBalancingV2::TargetGroup'),
  alias('aws_alb_target_group', 'AWS::ElasticLoadBalancingV2::TargetGroup'),
  resource('aws_elb', 'AWS::ElasticLoadBalancing::LoadBalancer', byName),
  // Version 6 renames `compute_environment_name` to `name`.
  resource('aws_batch_compute_environment', 'AWS::Batch::ComputeEnvironment', {
    ids: ['${compute_environment_name}', '${name}'],
  }),
  resource('aws_batch_job_queue', 'AWS::Batch::JobQueue', { ...byName, importId: '${arn}' }),
  resource('aws_batch_job_definition', 'AWS::Batch::JobDefinition', { ids: ['${arn}'] }),
  resource('aws_batch_scheduling_policy', 'AWS::Batch::SchedulingPolicy', { ids: ['${arn}'] }),
  resource('aws_elastic_beanstalk_application', 'AWS::ElasticBeanstalk::Application', byName),
  resource('aws_elastic_beanstalk_environment', 'AWS::ElasticBeanstalk::Environment', generated),
  resource('aws_emr_cluster', 'AWS::EMR::Cluster', generated),
  resource('aws_emr_security_configuration', 'AWS::EMR::SecurityConfiguration', { arn: null, ...byName }),
  resource('aws_emr_studio', 'AWS::EMR::Studio', generated),
  resource('aws_emrcontainers_virtual_cluster', 'AWS::EMRContainers::VirtualCluster', generated),
  resource('aws_emrserverless_application', 'AWS::EMRServerless::Application', generated),
  resource('aws_workspaces_workspace', 'AWS::WorkSpaces::Workspace', { arn: null, generatedId: true }),
  resource('aws_directory_service_directory', 'AWS::DirectoryService::MicrosoftAD', {
    when: { attribute: 'type', in: ['MicrosoftAD'] },
    arn: null,
    generatedId: true,
  }),
  resource('aws_directory_service_directory', 'AWS::DirectoryService::SimpleAD', {
    when: { attribute: 'type', in: ['SimpleAD'] },
    arn: null,
    generatedId: true,
  }),
];
