import { versionless } from './operations.ts';

/**
 * Operations that agents, services and schedules call again and again by themselves, with the reason why a reading after each
 * call would find nothing: event source, without `.amazonaws.com`, → operations without version. An operation that changes
 * what the inventory shows is not repeated in this sense, whoever calls it: an Auto Scaling group that launches instances
 * makes its cells due. Source: the API references of the services, and the AWS CloudTrail user guide, "CloudTrail supported
 * services".
 */
export const repeatedOperations: readonly {
  readonly reason: string;
  readonly operations: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    reason: 'An agent or a node reports its state every few minutes. Its state is volatile.',
    operations: {
      airflow: ['PublishMetrics'],
      autoscaling: ['CompleteLifecycleAction', 'RecordLifecycleActionHeartbeat'],
      codedeploy: ['PutLifecycleEventHookExecutionStatus'],
      ecs: [
        'DiscoverPollEndpoint',
        'SubmitAttachmentStateChanges',
        'SubmitContainerStateChange',
        'SubmitTaskStateChange',
      ],
      servicediscovery: ['UpdateInstanceCustomHealthStatus'],
      ssm: [
        'PutComplianceItems',
        'PutConfigurePackageResult',
        'PutInventory',
        'UpdateAssociationStatus',
        'UpdateInstanceAssociationStatus',
        'UpdateInstanceInformation',
      ],
      storagegateway: ['NotifyWhenUploaded', 'RefreshCache'],
    },
  },
  {
    reason:
      'Services create and retire a grant for each volume, table and job that uses a key. Grants are not read.',
    operations: { kms: ['CreateGrant', 'RetireGrant', 'RevokeGrant'] },
  },
  {
    reason: 'Functions, containers and queries write to a log group. Its streams and queries are not read.',
    operations: {
      logs: ['CreateLogStream', 'DeleteLogStream', 'PutLogEvents', 'StartLiveTail', 'StartQuery'],
    },
  },
  {
    reason: 'Each push of an image uploads its layers. They are not read; PutImage adds the image.',
    operations: {
      ecr: [
        'BatchCheckLayerAvailability',
        'CompleteLayerUpload',
        'InitiateLayerUpload',
        'StartImageScan',
        'UploadLayerPart',
      ],
    },
  },
  {
    reason: 'Rules and analyzers evaluate resources again and again. Results and findings are not read.',
    operations: {
      'access-analyzer': ['CreateAccessPreview', 'StartResourceScan', 'UpdateFindings'],
      config: ['PutEvaluations', 'PutExternalEvaluation', 'StartConfigRulesEvaluation'],
      guardduty: ['StartMalwareScan'],
      securityhub: ['BatchImportFindings', 'BatchUpdateFindings'],
    },
  },
  {
    reason: 'Schedules, pipelines and tools start runs, queries and jobs. They are not read.',
    operations: {
      athena: ['StartQueryExecution', 'StartSession'],
      backup: ['StartCopyJob', 'StartReportJob', 'StartScanJob'],
      batch: ['SubmitJob', 'SubmitServiceJob'],
      cloudtrail: ['StartQuery'],
      codebuild: ['StartBuild', 'StartBuildBatch'],
      codepipeline: ['StartPipelineExecution'],
      databrew: ['StartJobRun'],
      datasync: ['StartTaskExecution'],
      glue: ['StartColumnStatisticsTaskRun', 'StartCrawler', 'StartJobRun', 'StartWorkflowRun'],
      iam: ['GenerateCredentialReport', 'GenerateServiceLastAccessedDetails'],
      sagemaker: ['StartPipelineExecution'],
      ssm: ['SendCommand', 'StartAssociationsOnce', 'StartAutomationExecution'],
      states: ['StartExecution', 'StartSyncExecution'],
      transfer: ['StartDirectoryListing', 'StartFileTransfer'],
    },
  },
  {
    reason: 'Crawlers and jobs write the partitions and statistics of tables. They are not read.',
    operations: {
      glue: [
        'BatchCreatePartition',
        'BatchDeletePartition',
        'BatchUpdatePartition',
        'CreatePartition',
        'DeletePartition',
        'UpdateColumnStatisticsForPartition',
        'UpdateColumnStatisticsForTable',
        'UpdatePartition',
      ],
    },
  },
  {
    reason:
      'Services and clients request certificates from an authority. Certificates that it issued are not read.',
    operations: { 'acm-pca': ['IssueCertificate'] },
  },
  {
    reason: 'Applications sign users in and out. Users of a pool are not read.',
    operations: {
      'cognito-idp': [
        'AdminInitiateAuth',
        'AdminRespondToAuthChallenge',
        'AdminUserGlobalSignOut',
        'ConfirmForgotPassword',
        'ConfirmSignUp',
        'ForgotPassword',
        'GlobalSignOut',
        'InitiateAuth',
        'RespondToAuthChallenge',
        'RevokeToken',
        'SignUp',
      ],
    },
  },
];

const repeated = new Set(
  repeatedOperations.flatMap(({ operations }) =>
    Object.entries(operations).flatMap(([source, names]) => names.map((name) => `${source} ${name}`)),
  ),
);

/** Returns whether services repeat an operation by themselves, so that its events make nothing due. */
export function isRepeatedOperation(eventSource: string, eventName: string): boolean {
  return repeated.has(`${eventSource} ${versionless(eventName)}`);
}
