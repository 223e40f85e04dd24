import type { EdgeRule } from '../edge-rule.ts';
import { accessAnalyzerRules } from './access-analyzer.ts';
import { acmPcaRules } from './acm-pca.ts';
import { acmRules } from './acm.ts';
import { anyRules } from './any.ts';
import { aossRules } from './aoss.ts';
import { apigatewayRules } from './apigateway.ts';
import { appconfigRules } from './appconfig.ts';
import { applicationAutoscalingRules } from './application-autoscaling.ts';
import { appsyncRules } from './appsync.ts';
import { apsRules } from './aps.ts';
import { athenaRules } from './athena.ts';
import { autoscalingRules } from './autoscaling.ts';
import { backupRules } from './backup.ts';
import { batchRules } from './batch.ts';
import { cloudformationRules } from './cloudformation.ts';
import { cloudfrontRules } from './cloudfront.ts';
import { cloudtrailRules } from './cloudtrail.ts';
import { dimensionRules } from './cloudwatch-dimensions.ts';
import { cloudwatchRules } from './cloudwatch.ts';
import { codebuildRules } from './codebuild.ts';
import { codecommitRules } from './codecommit.ts';
import { codedeployRules } from './codedeploy.ts';
import { codepipelineRules } from './codepipeline.ts';
import { cognitoIdentityRules } from './cognito-identity.ts';
import { cognitoIdpRules } from './cognito-idp.ts';
import { configRules } from './config.ts';
import { databrewRules } from './databrew.ts';
import { datasyncRules } from './datasync.ts';
import { daxRules } from './dax.ts';
import { dmsRules } from './dms.ts';
import { directoryServiceRules } from './ds.ts';
import { dynamodbRules } from './dynamodb.ts';
import { ec2ComputeRules } from './ec2-compute.ts';
import { ec2NetworkRules } from './ec2-network.ts';
import { ecrRules } from './ecr.ts';
import { ecsRules } from './ecs.ts';
import { eksRules } from './eks.ts';
import { elasticacheRules } from './elasticache.ts';
import { elasticBeanstalkRules } from './elasticbeanstalk.ts';
import { elasticFileSystemRules } from './elasticfilesystem.ts';
import { elasticLoadBalancingRules } from './elasticloadbalancing.ts';
import { elasticMapReduceRules } from './elasticmapreduce.ts';
import { emrContainersRules } from './emr-containers.ts';
import { emrServerlessRules } from './emr-serverless.ts';
import { esRules } from './es.ts';
import { eventsRules } from './events.ts';
import { firehoseRules } from './firehose.ts';
import { fsxRules } from './fsx.ts';
import { glueRules } from './glue.ts';
import { guarddutyRules } from './guardduty.ts';
import { iamRules } from './iam.ts';
import { iotRules } from './iot.ts';
import { kafkaRules } from './kafka.ts';
import { kinesisRules } from './kinesis.ts';
import { kinesisAnalyticsRules } from './kinesisanalytics.ts';
import { kmsRules } from './kms.ts';
import { lakeFormationRules } from './lakeformation.ts';
import { lambdaRules } from './lambda.ts';
import { logsRules } from './logs.ts';
import { memorydbRules } from './memorydb.ts';
import { mqRules } from './mq.ts';
import { networkFirewallRules } from './network-firewall.ts';
import { networkManagerRules } from './networkmanager.ts';
import { organizationsRules } from './organizations.ts';
import { airflowRules } from './airflow.ts';
import { apprunnerRules } from './apprunner.ts';
import { appstreamRules } from './appstream.ts';
import { bedrockRules } from './bedrock.ts';
import { budgetsRules } from './budgets.ts';
import { cloudhsmRules } from './cloudhsm.ts';
import { directConnectRules } from './directconnect.ts';
import { dlmRules } from './dlm.ts';
import { globalAcceleratorRules } from './globalaccelerator.ts';
import { macieRules } from './macie2.ts';
import { redshiftServerlessRules } from './redshift-serverless.ts';
import { shieldRules } from './shield.ts';
import { storageGatewayRules } from './storagegateway.ts';
import { parentRules } from './parents.ts';
import { osisRules } from './osis.ts';
import { pipesRules } from './pipes.ts';
import { ramRules } from './ram.ts';
import { rdsRules } from './rds.ts';
import { redshiftRules } from './redshift.ts';
import { resourceGroupsRules } from './resource-groups.ts';
import { route53Rules } from './route53.ts';
import { route53ResolverRules } from './route53resolver.ts';
import { s3Rules } from './s3.ts';
import { sagemakerRules } from './sagemaker.ts';
import { schedulerRules } from './scheduler.ts';
import { secretsManagerRules } from './secretsmanager.ts';
import { serviceDiscoveryRules } from './servicediscovery.ts';
import { sesRules } from './ses.ts';
import { snsRules } from './sns.ts';
import { sqsRules } from './sqs.ts';
import { ssmRules } from './ssm.ts';
import { ssoRules } from './sso.ts';
import { statesRules } from './states.ts';
import { syntheticsRules } from './synthetics.ts';
import { timestreamRules } from './timestream.ts';
import { transferRules } from './transfer.ts';
import { vpcLatticeRules } from './vpc-lattice.ts';
import { wafv2Rules } from './wafv2.ts';
import { workspacesRules } from './workspaces.ts';

/** Every declared edge rule, in order of services. */
export const edgeRules: readonly EdgeRule[] = [
  ...parentRules,
  ...airflowRules,
  ...apprunnerRules,
  ...appstreamRules,
  ...bedrockRules,
  ...budgetsRules,
  ...cloudhsmRules,
  ...directConnectRules,
  ...dlmRules,
  ...globalAcceleratorRules,
  ...macieRules,
  ...redshiftServerlessRules,
  ...shieldRules,
  ...storageGatewayRules,
  ...accessAnalyzerRules,
  ...acmPcaRules,
  ...acmRules,
  ...anyRules,
  ...aossRules,
  ...apigatewayRules,
  ...appconfigRules,
  ...applicationAutoscalingRules,
  ...appsyncRules,
  ...apsRules,
  ...athenaRules,
  ...autoscalingRules,
  ...backupRules,
  ...batchRules,
  ...cloudformationRules,
  ...cloudfrontRules,
  ...cloudtrailRules,
  ...dimensionRules,
  ...cloudwatchRules,
  ...codebuildRules,
  ...codecommitRules,
  ...codedeployRules,
  ...codepipelineRules,
  ...cognitoIdentityRules,
  ...cognitoIdpRules,
  ...configRules,
  ...databrewRules,
  ...datasyncRules,
  ...daxRules,
  ...dmsRules,
  ...directoryServiceRules,
  ...dynamodbRules,
  ...ec2ComputeRules,
  ...ec2NetworkRules,
  ...ecrRules,
  ...ecsRules,
  ...eksRules,
  ...elasticacheRules,
  ...elasticBeanstalkRules,
  ...elasticFileSystemRules,
  ...elasticLoadBalancingRules,
  ...elasticMapReduceRules,
  ...emrContainersRules,
  ...emrServerlessRules,
  ...esRules,
  ...eventsRules,
  ...firehoseRules,
  ...fsxRules,
  ...glueRules,
  ...guarddutyRules,
  ...iamRules,
  ...iotRules,
  ...kafkaRules,
  ...kinesisRules,
  ...kinesisAnalyticsRules,
  ...kmsRules,
  ...lakeFormationRules,
  ...lambdaRules,
  ...logsRules,
  ...memorydbRules,
  ...mqRules,
  ...networkFirewallRules,
  ...networkManagerRules,
  ...organizationsRules,
  ...osisRules,
  ...pipesRules,
  ...ramRules,
  ...rdsRules,
  ...redshiftRules,
  ...resourceGroupsRules,
  ...route53Rules,
  ...route53ResolverRules,
  ...s3Rules,
  ...sagemakerRules,
  ...schedulerRules,
  ...secretsManagerRules,
  ...serviceDiscoveryRules,
  ...sesRules,
  ...snsRules,
  ...sqsRules,
  ...ssmRules,
  ...ssoRules,
  ...statesRules,
  ...syntheticsRules,
  ...timestreamRules,
  ...transferRules,
  ...vpcLatticeRules,
  ...wafv2Rules,
  ...workspacesRules,
];

export const edgeRulesById: ReadonlyMap<string, EdgeRule> = new Map(edgeRules.map((rule) => [rule.id, rule]));
