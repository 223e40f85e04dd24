import type { ServiceCollectors } from '../declaration/collector.ts';
import { accessAnalyzer } from './access-analyzer.ts';
import { acm } from './acm.ts';
import { acmPca } from './acm-pca.ts';
import { airflow } from './airflow.ts';
import { aoss } from './aoss.ts';
import { apigateway } from './apigateway.ts';
import { appconfig } from './appconfig.ts';
import { applicationAutoscaling } from './application-autoscaling.ts';
import { appRunner } from './apprunner.ts';
import { appStream } from './appstream.ts';
import { appsync } from './appsync.ts';
import { aps } from './aps.ts';
import { athena } from './athena.ts';
import { autoscaling } from './autoscaling.ts';
import { backup } from './backup.ts';
import { batch } from './batch.ts';
import { bedrock } from './bedrock.ts';
import { budgets } from './budgets.ts';
import { cloudformation } from './cloudformation.ts';
import { cloudfront } from './cloudfront.ts';
import { cloudHsm } from './cloudhsm.ts';
import { cloudtrail } from './cloudtrail.ts';
import { cloudwatch } from './cloudwatch.ts';
import { codebuild } from './codebuild.ts';
import { codecommit } from './codecommit.ts';
import { codedeploy } from './codedeploy.ts';
import { codepipeline } from './codepipeline.ts';
import { cognitoIdentity } from './cognito-identity.ts';
import { cognitoIdp } from './cognito-idp.ts';
import { config } from './config.ts';
import { databrew } from './databrew.ts';
import { datasync } from './datasync.ts';
import { dax } from './dax.ts';
import { directConnect } from './directconnect.ts';
import { dlm } from './dlm.ts';
import { dms } from './dms.ts';
import { directoryService } from './ds.ts';
import { dynamodb } from './dynamodb.ts';
import { ec2 } from './ec2.ts';
import { ecr } from './ecr.ts';
import { ecs } from './ecs.ts';
import { eks } from './eks.ts';
import { elasticache } from './elasticache.ts';
import { elasticBeanstalk } from './elasticbeanstalk.ts';
import { elasticFileSystem } from './elasticfilesystem.ts';
import { elasticLoadBalancing } from './elasticloadbalancing.ts';
import { elasticMapReduce } from './elasticmapreduce.ts';
import { emrContainers } from './emr-containers.ts';
import { emrServerless } from './emr-serverless.ts';
import { es } from './es.ts';
import { events } from './events.ts';
import { firehose } from './firehose.ts';
import { fms } from './fms.ts';
import { fsx } from './fsx.ts';
import { globalAccelerator } from './globalaccelerator.ts';
import { glue } from './glue.ts';
import { guardduty } from './guardduty.ts';
import { iam } from './iam.ts';
import { identityStore } from './identitystore.ts';
import { inspector2 } from './inspector2.ts';
import { iot } from './iot.ts';
import { kafka } from './kafka.ts';
import { kinesis } from './kinesis.ts';
import { kinesisAnalytics } from './kinesisanalytics.ts';
import { kms } from './kms.ts';
import { lakeFormation } from './lakeformation.ts';
import { lambda } from './lambda.ts';
import { logs } from './logs.ts';
import { macie2 } from './macie2.ts';
import { memorydb } from './memorydb.ts';
import { mq } from './mq.ts';
import { networkFirewall } from './network-firewall.ts';
import { networkManager } from './networkmanager.ts';
import { organizations } from './organizations.ts';
import { osis } from './osis.ts';
import { pipes } from './pipes.ts';
import { ram } from './ram.ts';
import { rds } from './rds.ts';
import { redshift } from './redshift.ts';
import { redshiftServerless } from './redshift-serverless.ts';
import { resourceExplorer } from './resource-explorer-2.ts';
import { resourceGroups } from './resource-groups.ts';
import { route53 } from './route53.ts';
import { route53Domains } from './route53domains.ts';
import { route53Resolver } from './route53resolver.ts';
import { s3 } from './s3.ts';
import { sagemaker } from './sagemaker.ts';
import { savingsPlans } from './savingsplans.ts';
import { scheduler } from './scheduler.ts';
import { secretsManager } from './secretsmanager.ts';
import { securityHub } from './securityhub.ts';
import { serviceCatalog } from './servicecatalog.ts';
import { serviceDiscovery } from './servicediscovery.ts';
import { ses } from './ses.ts';
import { shield } from './shield.ts';
import { sns } from './sns.ts';
import { sqs } from './sqs.ts';
import { ssm } from './ssm.ts';
import { sso } from './sso.ts';
import { states } from './states.ts';
import { storageGateway } from './storagegateway.ts';
import { synthetics } from './synthetics.ts';
import { timestream } from './timestream.ts';
import { transfer } from './transfer.ts';
import { vpcLattice } from './vpc-lattice.ts';
import { wafv2 } from './wafv2.ts';
import { workspaces } from './workspaces.ts';

/** Every tier A collector, by service. To add a service, create a file in this folder and add a line here. */
export const SERVICES: readonly ServiceCollectors[] = [
  accessAnalyzer,
  acm,
  acmPca,
  airflow,
  aoss,
  apigateway,
  appconfig,
  applicationAutoscaling,
  appRunner,
  appStream,
  appsync,
  aps,
  athena,
  autoscaling,
  backup,
  batch,
  bedrock,
  budgets,
  cloudformation,
  cloudfront,
  cloudHsm,
  cloudtrail,
  cloudwatch,
  codebuild,
  codecommit,
  codedeploy,
  codepipeline,
  cognitoIdentity,
  cognitoIdp,
  config,
  databrew,
  datasync,
  dax,
  directConnect,
  dlm,
  dms,
  directoryService,
  dynamodb,
  ec2,
  ecr,
  ecs,
  eks,
  elasticache,
  elasticBeanstalk,
  elasticFileSystem,
  elasticLoadBalancing,
  elasticMapReduce,
  emrContainers,
  emrServerless,
  es,
  events,
  firehose,
  fms,
  fsx,
  globalAccelerator,
  glue,
  guardduty,
  iam,
  identityStore,
  inspector2,
  iot,
  kafka,
  kinesis,
  kinesisAnalytics,
  kms,
  lakeFormation,
  lambda,
  logs,
  macie2,
  memorydb,
  mq,
  networkFirewall,
  networkManager,
  organizations,
  osis,
  pipes,
  ram,
  rds,
  redshift,
  redshiftServerless,
  resourceExplorer,
  resourceGroups,
  route53,
  route53Domains,
  route53Resolver,
  s3,
  sagemaker,
  savingsPlans,
  scheduler,
  secretsManager,
  securityHub,
  serviceCatalog,
  serviceDiscovery,
  ses,
  shield,
  sns,
  sqs,
  ssm,
  sso,
  states,
  storageGateway,
  synthetics,
  timestream,
  transfer,
  vpcLattice,
  wafv2,
  workspaces,
];
