import type { ServiceCollectors } from '../collector.ts';
import { cloudfront } from './cloudfront.ts';
import { dynamodb } from './dynamodb.ts';
import { ec2 } from './ec2.ts';
import { ecs } from './ecs.ts';
import { elasticLoadBalancing } from './elasticloadbalancing.ts';
import { iam } from './iam.ts';
import { kms } from './kms.ts';
import { lambda } from './lambda.ts';
import { logs } from './logs.ts';
import { rds } from './rds.ts';
import { route53 } from './route53.ts';
import { s3 } from './s3.ts';
import { secretsManager } from './secretsmanager.ts';
import { sns } from './sns.ts';
import { sqs } from './sqs.ts';
import { ssm } from './ssm.ts';

/** Every collector of tier A, by service. A new service is one file here and one line below. */
export const SERVICES: readonly ServiceCollectors[] = [
  cloudfront,
  dynamodb,
  ec2,
  ecs,
  elasticLoadBalancing,
  iam,
  kms,
  lambda,
  logs,
  rds,
  route53,
  s3,
  secretsManager,
  sns,
  sqs,
  ssm,
];
