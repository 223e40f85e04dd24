import type { EdgeRule } from '../edge-rule.ts';
import { anyRules } from './any.ts';
import { autoscalingRules } from './autoscaling.ts';
import { cloudformationRules } from './cloudformation.ts';
import { cloudwatchRules } from './cloudwatch.ts';
import { dynamodbRules } from './dynamodb.ts';
import { ec2ComputeRules } from './ec2-compute.ts';
import { ec2NetworkRules } from './ec2-network.ts';
import { ecrRules } from './ecr.ts';
import { ecsRules } from './ecs.ts';
import { eksRules } from './eks.ts';
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
  ...anyRules,
  ...autoscalingRules,
  ...cloudformationRules,
  ...cloudwatchRules,
  ...dynamodbRules,
  ...ec2ComputeRules,
  ...ec2NetworkRules,
  ...ecrRules,
  ...ecsRules,
  ...eksRules,
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
