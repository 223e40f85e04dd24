import type { EdgeRule } from '../edge-rule.ts';
import { accessAnalyzerRules } from './access-analyzer.ts';
import { acmPcaRules } from './acm-pca.ts';
import { acmRules } from './acm.ts';
import { anyRules } from './any.ts';
import { aossRules } from './aoss.ts';
import { appconfigRules } from './appconfig.ts';
import { applicationAutoscalingRules } from './application-autoscaling.ts';
import { appsyncRules } from './appsync.ts';
import { apsRules } from './aps.ts';
import { athenaRules } from './athena.ts';
import { backupRules } from './backup.ts';
import { batchRules } from './batch.ts';
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
import { elasticBeanstalkRules } from './elasticbeanstalk.ts';
import { elasticMapReduceRules } from './elasticmapreduce.ts';
import { emrContainersRules } from './emr-containers.ts';
import { emrServerlessRules } from './emr-serverless.ts';
import { fsxRules } from './fsx.ts';
import { glueRules } from './glue.ts';
import { guarddutyRules } from './guardduty.ts';
import { iotRules } from './iot.ts';
import { kafkaRules } from './kafka.ts';
import { kinesisAnalyticsRules } from './kinesisanalytics.ts';
import { lakeFormationRules } from './lakeformation.ts';
import { memorydbRules } from './memorydb.ts';
import { mqRules } from './mq.ts';
import { networkFirewallRules } from './network-firewall.ts';
import { networkManagerRules } from './networkmanager.ts';
import { organizationsRules } from './organizations.ts';
import { osisRules } from './osis.ts';
import { resourceGroupsRules } from './resource-groups.ts';
import { route53ResolverRules } from './route53resolver.ts';
import { sagemakerRules } from './sagemaker.ts';
import { serviceDiscoveryRules } from './servicediscovery.ts';
import { sesRules } from './ses.ts';
import { snsRules } from './sns.ts';
import { sqsRules } from './sqs.ts';
import { ssoRules } from './sso.ts';
import { syntheticsRules } from './synthetics.ts';
import { timestreamRules } from './timestream.ts';
import { transferRules } from './transfer.ts';
import { vpcLatticeRules } from './vpc-lattice.ts';
import { workspacesRules } from './workspaces.ts';

/** Every declared edge rule, in order of services. */
export const edgeRules: readonly EdgeRule[] = [
  ...accessAnalyzerRules,
  ...acmPcaRules,
  ...acmRules,
  ...anyRules,
  ...aossRules,
  ...appconfigRules,
  ...applicationAutoscalingRules,
  ...appsyncRules,
  ...apsRules,
  ...athenaRules,
  ...backupRules,
  ...batchRules,
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
  ...elasticBeanstalkRules,
  ...elasticMapReduceRules,
  ...emrContainersRules,
  ...emrServerlessRules,
  ...fsxRules,
  ...glueRules,
  ...guarddutyRules,
  ...iotRules,
  ...kafkaRules,
  ...kinesisAnalyticsRules,
  ...lakeFormationRules,
  ...memorydbRules,
  ...mqRules,
  ...networkFirewallRules,
  ...networkManagerRules,
  ...organizationsRules,
  ...osisRules,
  ...resourceGroupsRules,
  ...route53ResolverRules,
  ...sagemakerRules,
  ...serviceDiscoveryRules,
  ...sesRules,
  ...snsRules,
  ...sqsRules,
  ...ssoRules,
  ...syntheticsRules,
  ...timestreamRules,
  ...transferRules,
  ...vpcLatticeRules,
  ...workspacesRules,
];

export const edgeRulesById: ReadonlyMap<string, EdgeRule> = new Map(edgeRules.map((rule) => [rule.id, rule]));
