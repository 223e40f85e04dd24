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
import { autoscalingRules } from './autoscaling.ts';
import { backupRules } from './backup.ts';
import { batchRules } from './batch.ts';
import { cloudformationRules } from './cloudformation.ts';
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
import { elasticBeanstalkRules } from './elasticbeanstalk.ts';
import { elasticLoadBalancingRules } from './elasticloadbalancing.ts';
import { eventsRules } from './events.ts';
import { iamRules } from './iam.ts';
import { kmsRules } from './kms.ts';
import { lambdaRules } from './lambda.ts';
import { logsRules } from './logs.ts';
import { pipesRules } from './pipes.ts';
import { rdsRules } from './rds.ts';
import { s3Rules } from './s3.ts';
import { schedulerRules } from './scheduler.ts';
import { secretsManagerRules } from './secretsmanager.ts';
import { snsRules } from './sns.ts';
import { sqsRules } from './sqs.ts';
import { ssmRules } from './ssm.ts';

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
  ...autoscalingRules,
  ...backupRules,
  ...batchRules,
  ...cloudformationRules,
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
  ...elasticBeanstalkRules,
  ...elasticLoadBalancingRules,
  ...eventsRules,
  ...iamRules,
  ...kmsRules,
  ...lambdaRules,
  ...logsRules,
  ...pipesRules,
  ...rdsRules,
  ...s3Rules,
  ...schedulerRules,
  ...secretsManagerRules,
  ...snsRules,
  ...sqsRules,
  ...ssmRules,
];

export const edgeRulesById: ReadonlyMap<string, EdgeRule> = new Map(edgeRules.map((rule) => [rule.id, rule]));
