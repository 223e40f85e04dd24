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
import { snsRules } from './sns.ts';
import { sqsRules } from './sqs.ts';

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
  ...snsRules,
  ...sqsRules,
];

export const edgeRulesById: ReadonlyMap<string, EdgeRule> = new Map(edgeRules.map((rule) => [rule.id, rule]));
