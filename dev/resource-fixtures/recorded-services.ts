import type { Fixtures } from './fixture.ts';

const time = new Date('2026-02-03T04:05:06Z');

/** As `recorded.ts`: responses with one resource each, in the shapes of the AWS API model. */
export const recordedServiceFixtures: Fixtures = {
  'AWS::MWAA::Environment': {
    reason: 'the emulator does not support these',
    responses: {
      ListEnvironments: { Environments: ['name-1'] },
      GetEnvironment: {
        Environment: {
          Name: 'name-1',
          Status: 'AVAILABLE',
          Arn: 'arn:aws:airflow:eu-west-1:123456789012:environment/name-1',
          CreatedAt: time,
          WebserverUrl: 'webserver-url-1',
          ExecutionRoleArn: 'arn:aws:airflow:eu-west-1:123456789012:execution-role/one',
          ServiceRoleArn: 'arn:aws:airflow:eu-west-1:123456789012:service-role/one',
          KmsKey: 'kms-key-1',
          AirflowVersion: 'airflow-version-1',
          SourceBucketArn: 'arn:aws:airflow:eu-west-1:123456789012:source-bucket/one',
          DagS3Path: 'dag-s3-path-1',
          PluginsS3Path: 'plugins-s3-path-1',
          PluginsS3ObjectVersion: 'plugins-s3-object-version-1',
          RequirementsS3Path: 'requirements-s3-path-1',
          RequirementsS3ObjectVersion: 'requirements-s3-object-version-1',
          StartupScriptS3Path: 'startup-script-s3-path-1',
          StartupScriptS3ObjectVersion: 'startup-script-s3-object-version-1',
          AirflowConfigurationOptions: { 'key-1': 'hunter2' },
          EnvironmentClass: 'environment-class-1',
          MaxWorkers: 1,
          NetworkConfiguration: { SubnetIds: ['subnet-id-1'], SecurityGroupIds: ['security-group-id-1'] },
          LoggingConfiguration: {
            DagProcessingLogs: {
              Enabled: true,
              LogLevel: 'CRITICAL',
              CloudWatchLogGroupArn: 'arn:aws:airflow:eu-west-1:123456789012:cloud-watch-log-group/one',
            },
            SchedulerLogs: {
              Enabled: true,
              LogLevel: 'CRITICAL',
              CloudWatchLogGroupArn: 'arn:aws:airflow:eu-west-1:123456789012:cloud-watch-log-group/one',
            },
            WebserverLogs: {
              Enabled: true,
              LogLevel: 'CRITICAL',
              CloudWatchLogGroupArn: 'arn:aws:airflow:eu-west-1:123456789012:cloud-watch-log-group/one',
            },
            WorkerLogs: {
              Enabled: true,
              LogLevel: 'CRITICAL',
              CloudWatchLogGroupArn: 'arn:aws:airflow:eu-west-1:123456789012:cloud-watch-log-group/one',
            },
            TaskLogs: {
              Enabled: true,
              LogLevel: 'CRITICAL',
              CloudWatchLogGroupArn: 'arn:aws:airflow:eu-west-1:123456789012:cloud-watch-log-group/one',
            },
          },
          LastUpdate: {
            Status: 'FAILED',
            CreatedAt: time,
            Error: { ErrorCode: 'error-code-1', ErrorMessage: 'error-message-1' },
            Source: 'source-1',
          },
          WeeklyMaintenanceWindowStart: 'weekly-maintenance-window-start-1',
          Tags: { Environment: 'test', Owner: 'inventory' },
          WebserverAccessMode: 'PRIVATE_ONLY',
          MinWorkers: 1,
          Schedulers: 1,
          WebserverVpcEndpointService: 'webserver-vpc-endpoint-service-1',
          DatabaseVpcEndpointService: 'database-vpc-endpoint-service-1',
          CeleryExecutorQueue: 'celery-executor-queue-1',
          EndpointManagement: 'CUSTOMER',
        },
      },
    },
    expected: {
      id: 'name-1',
      arn: 'arn:aws:airflow:eu-west-1:123456789012:environment/name-1',
      name: 'name-1',
    },
  },
  'AWS::AppRunner::Service': {
    reason: 'the emulator does not support these',
    responses: {
      ListServices: {
        ServiceSummaryList: [
          {
            ServiceName: 'service-name-1',
            ServiceId: 'service-id-1',
            ServiceArn: 'arn:aws:apprunner:eu-west-1:123456789012:service/service-name-1/service-id-1',
            ServiceUrl: 'service-url-1',
            CreatedAt: time,
            UpdatedAt: time,
            Status: 'CREATE_FAILED',
          },
        ],
      },
      DescribeService: {
        Service: {
          ServiceName: 'service-name-1',
          ServiceId: 'service-id-1',
          ServiceArn: 'arn:aws:apprunner:eu-west-1:123456789012:service/service-name-1/service-id-1',
          ServiceUrl: 'service-url-1',
          CreatedAt: time,
          UpdatedAt: time,
          DeletedAt: time,
          Status: 'CREATE_FAILED',
          SourceConfiguration: {
            CodeRepository: {
              RepositoryUrl: 'repository-url-1',
              SourceCodeVersion: { Type: 'BRANCH', Value: 'value-1' },
              CodeConfiguration: {
                ConfigurationSource: 'API',
                CodeConfigurationValues: {
                  Runtime: 'CORRETTO_11',
                  BuildCommand: 'build-command-1',
                  StartCommand: 'start-command-1',
                  Port: 'port-1',
                  RuntimeEnvironmentVariables: { 'key-1': 'hunter2' },
                  RuntimeEnvironmentSecrets: { 'key-1': 'value-1' },
                },
              },
              SourceDirectory: 'source-directory-1',
            },
            ImageRepository: {
              ImageIdentifier: 'image-identifier-1',
              ImageConfiguration: {
                RuntimeEnvironmentVariables: { 'key-1': 'hunter2' },
                StartCommand: 'start-command-1',
                Port: 'port-1',
                RuntimeEnvironmentSecrets: { 'key-1': 'value-1' },
              },
              ImageRepositoryType: 'ECR',
            },
            AutoDeploymentsEnabled: true,
            AuthenticationConfiguration: {
              ConnectionArn: 'arn:aws:apprunner:eu-west-1:123456789012:connection/one',
              AccessRoleArn: 'arn:aws:apprunner:eu-west-1:123456789012:access-role/one',
            },
          },
          InstanceConfiguration: {
            Cpu: 'cpu-1',
            Memory: 'memory-1',
            InstanceRoleArn: 'arn:aws:apprunner:eu-west-1:123456789012:instance-role/one',
          },
          EncryptionConfiguration: { KmsKey: 'kms-key-1' },
          HealthCheckConfiguration: {
            Protocol: 'HTTP',
            Path: 'path-1',
            Interval: 1,
            Timeout: 1,
            HealthyThreshold: 1,
            UnhealthyThreshold: 1,
          },
          AutoScalingConfigurationSummary: {
            AutoScalingConfigurationArn:
              'arn:aws:apprunner:eu-west-1:123456789012:auto-scaling-configuration/one',
            AutoScalingConfigurationName: 'auto-scaling-configuration-name-1',
            AutoScalingConfigurationRevision: 1,
            Status: 'ACTIVE',
            CreatedAt: time,
            HasAssociatedService: true,
            IsDefault: true,
          },
          NetworkConfiguration: {
            EgressConfiguration: {
              EgressType: 'DEFAULT',
              VpcConnectorArn: 'arn:aws:apprunner:eu-west-1:123456789012:vpc-connector/one',
            },
            IngressConfiguration: { IsPubliclyAccessible: true },
            IpAddressType: 'DUAL_STACK',
          },
          ObservabilityConfiguration: {
            ObservabilityEnabled: true,
            ObservabilityConfigurationArn:
              'arn:aws:apprunner:eu-west-1:123456789012:observability-configuration/one',
          },
        },
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:apprunner:eu-west-1:123456789012:service/service-name-1/service-id-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:apprunner:eu-west-1:123456789012:service/service-name-1/service-id-1',
      arn: 'arn:aws:apprunner:eu-west-1:123456789012:service/service-name-1/service-id-1',
      name: 'service-name-1',
    },
  },
  'AWS::AppRunner::VpcConnector': {
    reason: 'the emulator does not support these',
    responses: {
      ListVpcConnectors: {
        VpcConnectors: [
          {
            VpcConnectorName: 'vpc-connector-name-1',
            VpcConnectorArn:
              'arn:aws:apprunner:eu-west-1:123456789012:vpcconnector/vpc-connector-name-1/1/id-1',
            VpcConnectorRevision: 1,
            Subnets: ['subnet-1'],
            SecurityGroups: ['security-group-1'],
            Status: 'ACTIVE',
            CreatedAt: time,
            DeletedAt: time,
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:apprunner:eu-west-1:123456789012:vpcconnector/vpc-connector-name-1/1/id-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:apprunner:eu-west-1:123456789012:vpcconnector/vpc-connector-name-1/1/id-1',
      arn: 'arn:aws:apprunner:eu-west-1:123456789012:vpcconnector/vpc-connector-name-1/1/id-1',
      name: 'vpc-connector-name-1',
    },
  },
  'AWS::AppRunner::AutoScalingConfiguration': {
    reason: 'the emulator does not support these',
    responses: {
      ListAutoScalingConfigurations: {
        AutoScalingConfigurationSummaryList: [
          {
            AutoScalingConfigurationArn:
              'arn:aws:apprunner:eu-west-1:123456789012:autoscalingconfiguration/auto-scaling-configuration-name-1/1/id-1',
            AutoScalingConfigurationName: 'auto-scaling-configuration-name-1',
            AutoScalingConfigurationRevision: 1,
            Status: 'ACTIVE',
            CreatedAt: time,
            HasAssociatedService: true,
            IsDefault: true,
          },
        ],
      },
      DescribeAutoScalingConfiguration: {
        AutoScalingConfiguration: {
          AutoScalingConfigurationArn:
            'arn:aws:apprunner:eu-west-1:123456789012:autoscalingconfiguration/auto-scaling-configuration-name-1/1/id-1',
          AutoScalingConfigurationName: 'auto-scaling-configuration-name-1',
          AutoScalingConfigurationRevision: 1,
          Latest: true,
          Status: 'ACTIVE',
          MaxConcurrency: 1,
          MinSize: 1,
          MaxSize: 1,
          CreatedAt: time,
          DeletedAt: time,
          HasAssociatedService: true,
          IsDefault: true,
        },
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN:
              'arn:aws:apprunner:eu-west-1:123456789012:autoscalingconfiguration/auto-scaling-configuration-name-1/1/id-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:apprunner:eu-west-1:123456789012:autoscalingconfiguration/auto-scaling-configuration-name-1/1/id-1',
      arn: 'arn:aws:apprunner:eu-west-1:123456789012:autoscalingconfiguration/auto-scaling-configuration-name-1/1/id-1',
      name: 'auto-scaling-configuration-name-1:1',
    },
  },
  'AWS::AppRunner::Connection': {
    reason: 'the emulator does not support these',
    responses: {
      ListConnections: {
        ConnectionSummaryList: [
          {
            ConnectionName: 'connection-name-1',
            ConnectionArn: 'arn:aws:apprunner:eu-west-1:123456789012:connection/connection-name-1/id-1',
            ProviderType: 'BITBUCKET',
            Status: 'AVAILABLE',
            CreatedAt: time,
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:apprunner:eu-west-1:123456789012:connection/connection-name-1/id-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:apprunner:eu-west-1:123456789012:connection/connection-name-1/id-1',
      arn: 'arn:aws:apprunner:eu-west-1:123456789012:connection/connection-name-1/id-1',
      name: 'connection-name-1',
    },
  },
  'AWS::AppStream::Fleet': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeFleets: {
        Fleets: [
          {
            Arn: 'arn:aws:appstream:eu-west-1:123456789012:fleet/name-1',
            Name: 'name-1',
            DisplayName: 'display-name-1',
            Description: 'description-1',
            ImageName: 'image-name-1',
            ImageArn: 'arn:aws:appstream:eu-west-1:123456789012:image/one',
            InstanceType: 'instance-type-1',
            FleetType: 'ALWAYS_ON',
            ComputeCapacityStatus: {
              Desired: 1,
              Running: 1,
              InUse: 1,
              Available: 1,
              DesiredUserSessions: 1,
              AvailableUserSessions: 1,
              ActiveUserSessions: 1,
              ActualUserSessions: 1,
              Draining: 1,
              DrainModeActiveUserSessions: 1,
              DrainModeUnusedUserSessions: 1,
            },
            MaxUserDurationInSeconds: 1,
            DisconnectTimeoutInSeconds: 1,
            State: 'RUNNING',
            VpcConfig: { SubnetIds: ['subnet-id-1'], SecurityGroupIds: ['security-group-id-1'] },
            CreatedTime: time,
            FleetErrors: [{ ErrorCode: 'DOMAIN_JOIN_ERROR_ACCESS_DENIED', ErrorMessage: 'error-message-1' }],
            EnableDefaultInternetAccess: true,
            DomainJoinInfo: {
              DirectoryName: 'directory-name-1',
              OrganizationalUnitDistinguishedName: 'organizational-unit-distinguished-name-1',
            },
            IdleDisconnectTimeoutInSeconds: 1,
            IamRoleArn: 'arn:aws:appstream:eu-west-1:123456789012:iam-role/one',
            StreamView: 'APP',
            Platform: 'AMAZON_LINUX2',
            MaxConcurrentSessions: 1,
            UsbDeviceFilterStrings: ['usb-device-filter-string-1'],
            SessionScriptS3Location: { S3Bucket: 's3-bucket-1', S3Key: 's3-key-1' },
            MaxSessionsPerInstance: 1,
            RootVolumeConfig: { VolumeSizeInGb: 1 },
            DisableIMDSV1: true,
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:appstream:eu-west-1:123456789012:fleet/name-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: { id: 'name-1', arn: 'arn:aws:appstream:eu-west-1:123456789012:fleet/name-1', name: 'name-1' },
  },
  'AWS::AppStream::Stack': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeStacks: {
        Stacks: [
          {
            Arn: 'arn:aws:appstream:eu-west-1:123456789012:stack/name-1',
            Name: 'name-1',
            Description: 'description-1',
            DisplayName: 'display-name-1',
            CreatedTime: time,
            StorageConnectors: [
              {
                ConnectorType: 'GOOGLE_DRIVE',
                ResourceIdentifier: 'resource-identifier-1',
                Domains: ['domain-1'],
                DomainsRequireAdminConsent: ['domains-require-admin-consent-1'],
              },
            ],
            RedirectURL: 'redirect-url-1',
            FeedbackURL: 'feedback-url-1',
            StackErrors: [{ ErrorCode: 'INTERNAL_SERVICE_ERROR', ErrorMessage: 'error-message-1' }],
            UserSettings: [
              { Action: 'AUTO_TIME_ZONE_REDIRECTION', Permission: 'DISABLED', MaximumLength: 1 },
            ],
            ApplicationSettings: {
              Enabled: true,
              SettingsGroup: 'settings-group-1',
              S3BucketName: 's3-bucket-name-1',
            },
            AccessEndpoints: [{ EndpointType: 'STREAMING', VpceId: 'vpce-id-1' }],
            EmbedHostDomains: ['embed-host-domain-1'],
            StreamingExperienceSettings: { PreferredProtocol: 'TCP' },
            ContentRedirection: {
              HostToClient: { Enabled: true, AllowedUrls: ['allowed-url-1'], DeniedUrls: ['denied-url-1'] },
            },
            AgentAccessConfig: {
              Settings: [{ AgentAction: 'COMPUTER_INPUT', Permission: 'DISABLED' }],
              S3BucketArn: 'arn:aws:appstream:eu-west-1:123456789012:s3-bucket/one',
              ScreenshotsUploadEnabled: true,
              ScreenResolution: 'W_1280xH_720',
              ScreenImageFormat: 'JPEG',
              UserControlMode: 'DISABLED',
            },
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:appstream:eu-west-1:123456789012:stack/name-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: { id: 'name-1', arn: 'arn:aws:appstream:eu-west-1:123456789012:stack/name-1', name: 'name-1' },
  },
  'AWS::AppStream::ImageBuilder': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeImageBuilders: {
        ImageBuilders: [
          {
            Name: 'name-1',
            Arn: 'arn:aws:appstream:eu-west-1:123456789012:image-builder/name-1',
            ImageArn: 'arn:aws:appstream:eu-west-1:123456789012:image/one',
            Description: 'description-1',
            DisplayName: 'display-name-1',
            VpcConfig: { SubnetIds: ['subnet-id-1'], SecurityGroupIds: ['security-group-id-1'] },
            InstanceType: 'instance-type-1',
            Platform: 'AMAZON_LINUX2',
            IamRoleArn: 'arn:aws:appstream:eu-west-1:123456789012:iam-role/one',
            State: 'FAILED',
            StateChangeReason: { Code: 'IMAGE_UNAVAILABLE', Message: 'message-1' },
            CreatedTime: time,
            EnableDefaultInternetAccess: true,
            DomainJoinInfo: {
              DirectoryName: 'directory-name-1',
              OrganizationalUnitDistinguishedName: 'organizational-unit-distinguished-name-1',
            },
            NetworkAccessConfiguration: {
              EniPrivateIpAddress: 'eni-private-ip-address-1',
              EniIpv6Addresses: ['eni-ipv6-addresse-1'],
              EniId: 'eni-id-1',
            },
            ImageBuilderErrors: [
              {
                ErrorCode: 'DOMAIN_JOIN_ERROR_ACCESS_DENIED',
                ErrorMessage: 'error-message-1',
                ErrorTimestamp: time,
              },
            ],
            AppstreamAgentVersion: 'appstream-agent-version-1',
            AccessEndpoints: [{ EndpointType: 'STREAMING', VpceId: 'vpce-id-1' }],
            RootVolumeConfig: { VolumeSizeInGb: 1 },
            LatestAppstreamAgentVersion: 'FALSE',
            DisableIMDSV1: true,
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:appstream:eu-west-1:123456789012:image-builder/name-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'name-1',
      arn: 'arn:aws:appstream:eu-west-1:123456789012:image-builder/name-1',
      name: 'name-1',
    },
  },
  'AWS::AppStream::DirectoryConfig': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeDirectoryConfigs: {
        DirectoryConfigs: [
          {
            DirectoryName: 'directory-name-1',
            OrganizationalUnitDistinguishedNames: ['organizational-unit-distinguished-name-1'],
            ServiceAccountCredentials: { AccountName: 'account-name-1', AccountPassword: 'hunter2' },
            CreatedTime: time,
            CertificateBasedAuthProperties: {
              Status: 'DISABLED',
              CertificateAuthorityArn: 'arn:aws:appstream:eu-west-1:123456789012:certificate-authority/one',
            },
          },
        ],
      },
    },
    expected: { id: 'directory-name-1', name: 'directory-name-1', tags: false },
  },
  'AWS::Backup::RecoveryPoint': {
    reason: 'the emulator does not support these',
    responses: {
      ListBackupVaults: {
        BackupVaultList: [
          {
            BackupVaultName: 'backup-vault-name-1',
            BackupVaultArn: 'arn:aws:backup:eu-west-1:123456789012:backup-vault/one',
            VaultType: 'BACKUP_VAULT',
            VaultState: 'AVAILABLE',
            CreationDate: time,
            EncryptionKeyArn: 'arn:aws:backup:eu-west-1:123456789012:encryption-key/one',
            CreatorRequestId: 'creator-request-id-1',
            NumberOfRecoveryPoints: 1,
            Locked: true,
            MinRetentionDays: 1,
            MaxRetentionDays: 1,
            LockDate: time,
            EncryptionKeyType: 'AWS_OWNED_KMS_KEY',
          },
        ],
      },
      ListRecoveryPointsByBackupVault: {
        RecoveryPoints: [
          {
            RecoveryPointArn:
              'arn:aws:backup:eu-west-1:123456789012:recovery-point:11111111-2222-3333-4444-555555555555',
            BackupVaultName: 'backup-vault-name-1',
            BackupVaultArn: 'arn:aws:backup:eu-west-1:123456789012:backup-vault/one',
            SourceBackupVaultArn: 'arn:aws:backup:eu-west-1:123456789012:source-backup-vault/one',
            ResourceArn: 'arn:aws:backup:eu-west-1:123456789012:resource/one',
            ResourceType: 'resource-type-1',
            CreatedBy: {
              BackupPlanId: 'backup-plan-id-1',
              BackupPlanArn: 'arn:aws:backup:eu-west-1:123456789012:backup-plan/one',
              BackupPlanName: 'backup-plan-name-1',
              BackupPlanVersion: 'backup-plan-version-1',
              BackupRuleId: 'backup-rule-id-1',
              BackupRuleName: 'backup-rule-name-1',
              BackupRuleCron: 'backup-rule-cron-1',
              BackupRuleTimezone: 'backup-rule-timezone-1',
            },
            IamRoleArn: 'arn:aws:backup:eu-west-1:123456789012:iam-role/one',
            Status: 'AVAILABLE',
            StatusMessage: 'status-message-1',
            CreationDate: time,
            InitiationDate: time,
            CompletionDate: time,
            BackupSizeInBytes: 1,
            CalculatedLifecycle: { MoveToColdStorageAt: time, DeleteAt: time },
            Lifecycle: {
              MoveToColdStorageAfterDays: 1,
              DeleteAfterDays: 1,
              OptInToArchiveForSupportedResources: true,
              DeleteAfterEvent: 'DELETE_AFTER_COPY',
            },
            EncryptionKeyArn: 'arn:aws:backup:eu-west-1:123456789012:encryption-key/one',
            IsEncrypted: true,
            LastRestoreTime: time,
            ParentRecoveryPointArn: 'arn:aws:backup:eu-west-1:123456789012:parent-recovery-point/one',
            CompositeMemberIdentifier: 'composite-member-identifier-1',
            IsParent: true,
            ResourceName: 'resource-name-1',
            VaultType: 'BACKUP_VAULT',
            IndexStatus: 'ACTIVE',
            IndexStatusMessage: 'index-status-message-1',
            EncryptionKeyType: 'AWS_OWNED_KMS_KEY',
            AggregatedScanResult: { FailedScan: true, Findings: ['MALWARE'], LastComputed: time },
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:backup:eu-west-1:123456789012:recovery-point:11111111-2222-3333-4444-555555555555',
      arn: 'arn:aws:backup:eu-west-1:123456789012:recovery-point:11111111-2222-3333-4444-555555555555',
      name: 'resource-name-1',
      tags: false,
    },
  },
  'AWS::Bedrock::Agent': {
    reason: 'the emulator does not support these',
    responses: {
      ListAgents: {
        agentSummaries: [
          {
            agentId: 'agent-id-1',
            agentName: 'agent-name-1',
            agentStatus: 'CREATING',
            description: 'description-1',
            updatedAt: time,
            latestAgentVersion: 'latest-agent-version-1',
            guardrailConfiguration: {
              guardrailIdentifier: 'guardrail-identifier-1',
              guardrailVersion: 'guardrail-version-1',
            },
          },
        ],
      },
      GetAgent: {
        agent: {
          agentId: 'agent-id-1',
          agentName: 'agent-name-1',
          agentArn: 'arn:aws:bedrock:eu-west-1:123456789012:agent/agent-id-1',
          agentVersion: 'agent-version-1',
          clientToken: 'client-token-1',
          instruction: 'instruction-1',
          agentStatus: 'CREATING',
          foundationModel: 'foundation-model-1',
          description: 'description-1',
          orchestrationType: 'CUSTOM_ORCHESTRATION',
          customOrchestration: { executor: { lambda: 'lambda-1' } },
          idleSessionTTLInSeconds: 1,
          agentResourceRoleArn: 'arn:aws:bedrock:eu-west-1:123456789012:agent-resource-role/one',
          customerEncryptionKeyArn: 'arn:aws:bedrock:eu-west-1:123456789012:customer-encryption-key/one',
          createdAt: time,
          updatedAt: time,
          preparedAt: time,
          failureReasons: ['failure-reason-1'],
          recommendedActions: ['recommended-action-1'],
          promptOverrideConfiguration: {
            promptConfigurations: [
              {
                promptType: 'KNOWLEDGE_BASE_RESPONSE_GENERATION',
                promptCreationMode: 'DEFAULT',
                promptState: 'DISABLED',
                basePromptTemplate: 'base-prompt-template-1',
                parserMode: 'DEFAULT',
                foundationModel: 'foundation-model-1',
              },
            ],
            overrideLambda: 'override-lambda-1',
          },
          guardrailConfiguration: {
            guardrailIdentifier: 'guardrail-identifier-1',
            guardrailVersion: 'guardrail-version-1',
          },
          memoryConfiguration: {
            enabledMemoryTypes: ['SESSION_SUMMARY'],
            storageDays: 1,
            sessionSummaryConfiguration: { maxRecentSessions: 1 },
          },
          agentCollaboration: 'DISABLED',
        },
      },
      ListTagsForResource: { tags: { Environment: 'test', Owner: 'inventory' } },
    },
    expected: {
      id: 'agent-id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:agent/agent-id-1',
      name: 'agent-name-1',
    },
  },
  'AWS::Bedrock::AgentAlias': {
    reason: 'the emulator does not support these',
    responses: {
      ListAgents: {
        agentSummaries: [
          {
            agentId: 'agent-id-1',
            agentName: 'agent-name-1',
            agentStatus: 'CREATING',
            description: 'description-1',
            updatedAt: time,
            latestAgentVersion: 'latest-agent-version-1',
            guardrailConfiguration: {
              guardrailIdentifier: 'guardrail-identifier-1',
              guardrailVersion: 'guardrail-version-1',
            },
          },
        ],
      },
      ListAgentAliases: {
        agentAliasSummaries: [
          {
            agentAliasId: 'agent-alias-id-1',
            agentAliasName: 'agent-alias-name-1',
            description: 'description-1',
            routingConfiguration: [
              { agentVersion: 'agent-version-1', provisionedThroughput: 'provisioned-throughput-1' },
            ],
            agentAliasStatus: 'CREATING',
            createdAt: time,
            updatedAt: time,
            aliasInvocationState: 'ACCEPT_INVOCATIONS',
          },
        ],
      },
    },
    expected: {
      id: 'agent-id-1|agent-alias-id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:agent-alias/agent-id-1/agent-alias-id-1',
      name: 'agent-alias-name-1',
      tags: false,
    },
  },
  'AWS::Bedrock::KnowledgeBase': {
    reason: 'the emulator does not support these',
    responses: {
      ListKnowledgeBases: {
        knowledgeBaseSummaries: [
          {
            knowledgeBaseId: 'knowledge-base-id-1',
            name: 'name-1',
            description: 'description-1',
            status: 'ACTIVE',
            updatedAt: time,
          },
        ],
      },
      GetKnowledgeBase: {
        knowledgeBase: {
          knowledgeBaseId: 'knowledge-base-id-1',
          name: 'name-1',
          knowledgeBaseArn: 'arn:aws:bedrock:eu-west-1:123456789012:knowledge-base/knowledge-base-id-1',
          description: 'description-1',
          roleArn: 'arn:aws:bedrock:eu-west-1:123456789012:role/one',
          knowledgeBaseConfiguration: {
            type: 'KENDRA',
            vectorKnowledgeBaseConfiguration: {
              embeddingModelArn: 'arn:aws:bedrock:eu-west-1:123456789012:embedding-model/one',
            },
            managedKnowledgeBaseConfiguration: {
              embeddingModelType: 'CUSTOM',
              embeddingModelArn: 'arn:aws:bedrock:eu-west-1:123456789012:embedding-model/one',
            },
            kendraKnowledgeBaseConfiguration: {
              kendraIndexArn: 'arn:aws:bedrock:eu-west-1:123456789012:kendra-index/one',
            },
            sqlKnowledgeBaseConfiguration: { type: 'REDSHIFT' },
          },
          storageConfiguration: {
            type: 'MONGO_DB_ATLAS',
            opensearchServerlessConfiguration: {
              collectionArn: 'arn:aws:bedrock:eu-west-1:123456789012:collection/one',
              vectorIndexName: 'vector-index-name-1',
            },
            opensearchManagedClusterConfiguration: {
              domainEndpoint: 'domain-endpoint-1',
              domainArn: 'arn:aws:bedrock:eu-west-1:123456789012:domain/one',
              vectorIndexName: 'vector-index-name-1',
            },
            pineconeConfiguration: {
              connectionString: 'connection-string-1',
              credentialsSecretArn: 'arn:aws:bedrock:eu-west-1:123456789012:credentials-secret/one',
              namespace: 'namespace-1',
            },
            redisEnterpriseCloudConfiguration: {
              endpoint: 'endpoint-1',
              vectorIndexName: 'vector-index-name-1',
              credentialsSecretArn: 'arn:aws:bedrock:eu-west-1:123456789012:credentials-secret/one',
            },
            rdsConfiguration: {
              resourceArn: 'arn:aws:bedrock:eu-west-1:123456789012:resource/one',
              credentialsSecretArn: 'arn:aws:bedrock:eu-west-1:123456789012:credentials-secret/one',
              databaseName: 'database-name-1',
              tableName: 'table-name-1',
            },
            mongoDbAtlasConfiguration: {
              endpoint: 'endpoint-1',
              databaseName: 'database-name-1',
              collectionName: 'collection-name-1',
              vectorIndexName: 'vector-index-name-1',
              credentialsSecretArn: 'arn:aws:bedrock:eu-west-1:123456789012:credentials-secret/one',
              endpointServiceName: 'endpoint-service-name-1',
              textIndexName: 'text-index-name-1',
            },
            neptuneAnalyticsConfiguration: { graphArn: 'arn:aws:bedrock:eu-west-1:123456789012:graph/one' },
            s3VectorsConfiguration: {
              vectorBucketArn: 'arn:aws:bedrock:eu-west-1:123456789012:vector-bucket/one',
              indexArn: 'arn:aws:bedrock:eu-west-1:123456789012:index/one',
              indexName: 'index-name-1',
            },
          },
          status: 'ACTIVE',
          createdAt: time,
          updatedAt: time,
          failureReasons: ['failure-reason-1'],
        },
      },
      ListTagsForResource: { tags: { Environment: 'test', Owner: 'inventory' } },
    },
    expected: {
      id: 'knowledge-base-id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:knowledge-base/knowledge-base-id-1',
      name: 'name-1',
    },
  },
  'AWS::Bedrock::DataSource': {
    reason: 'the emulator does not support these',
    responses: {
      ListKnowledgeBases: {
        knowledgeBaseSummaries: [
          {
            knowledgeBaseId: 'knowledge-base-id-1',
            name: 'name-1',
            description: 'description-1',
            status: 'ACTIVE',
            updatedAt: time,
          },
        ],
      },
      ListDataSources: {
        dataSourceSummaries: [
          {
            knowledgeBaseId: 'knowledge-base-id-1',
            dataSourceId: 'data-source-id-1',
            name: 'name-1',
            status: 'AVAILABLE',
            description: 'description-1',
            updatedAt: time,
          },
        ],
      },
      GetDataSource: {
        dataSource: {
          knowledgeBaseId: 'knowledge-base-id-1',
          dataSourceId: 'data-source-id-1',
          name: 'name-1',
          status: 'AVAILABLE',
          dataSourceConfiguration: { type: 'S3', s3Configuration: { bucketArn: 'arn:aws:s3:::articles' } },
          serverSideEncryptionConfiguration: {
            kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
          },
          createdAt: time,
          updatedAt: time,
        },
      },
    },
    expected: {
      id: 'knowledge-base-id-1|data-source-id-1',
      name: 'name-1',
      tags: false,
      configuration: { dataSourceConfiguration: { s3Configuration: { bucketArn: 'arn:aws:s3:::articles' } } },
    },
  },
  'AWS::Bedrock::Flow': {
    reason: 'the emulator does not support these',
    responses: {
      ListFlows: {
        flowSummaries: [
          {
            name: 'name-1',
            description: 'description-1',
            id: 'id-1',
            arn: 'arn:aws:bedrock:eu-west-1:123456789012:flow/id-1',
            status: 'Failed',
            createdAt: time,
            updatedAt: time,
            version: 'version-1',
          },
        ],
      },
      ListTagsForResource: { tags: { Environment: 'test', Owner: 'inventory' } },
    },
    expected: {
      id: 'arn:aws:bedrock:eu-west-1:123456789012:flow/id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:flow/id-1',
      name: 'name-1',
    },
  },
  'AWS::Bedrock::Prompt': {
    reason: 'the emulator does not support these',
    responses: {
      ListPrompts: {
        promptSummaries: [
          {
            name: 'name-1',
            description: 'description-1',
            id: 'id-1',
            arn: 'arn:aws:bedrock:eu-west-1:123456789012:prompt/id-1',
            version: 'version-1',
            createdAt: time,
            updatedAt: time,
          },
        ],
      },
      ListTagsForResource: { tags: { Environment: 'test', Owner: 'inventory' } },
    },
    expected: {
      id: 'arn:aws:bedrock:eu-west-1:123456789012:prompt/id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:prompt/id-1',
      name: 'name-1',
    },
  },
  'AWS::Bedrock::Guardrail': {
    reason: 'the emulator does not support these',
    responses: {
      ListGuardrails: {
        guardrails: [
          {
            id: 'id-1',
            arn: 'arn:aws:bedrock:eu-west-1:123456789012:guardrail/id-1',
            status: 'CREATING',
            name: 'name-1',
            description: 'description-1',
            version: 'version-1',
            createdAt: time,
            updatedAt: time,
            crossRegionDetails: {
              guardrailProfileId: 'guardrail-profile-id-1',
              guardrailProfileArn: 'arn:aws:bedrock:eu-west-1:123456789012:guardrail-profile/one',
            },
          },
        ],
      },
      ListTagsForResource: {
        tags: [
          { key: 'Environment', value: 'test' },
          { key: 'Owner', value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:bedrock:eu-west-1:123456789012:guardrail/id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:guardrail/id-1',
      name: 'name-1',
    },
  },
  'AWS::Bedrock::CustomModel': {
    reason: 'the emulator does not support these',
    responses: {
      ListCustomModels: {
        modelSummaries: [
          {
            modelArn: 'arn:aws:bedrock:eu-west-1:123456789012:custom-model/id-1',
            modelName: 'model-name-1',
            creationTime: time,
            baseModelArn: 'arn:aws:bedrock:eu-west-1:123456789012:base-model/one',
            baseModelName: 'base-model-name-1',
            customizationType: 'CONTINUED_PRE_TRAINING',
            ownerAccountId: 'owner-account-id-1',
            modelStatus: 'Active',
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:bedrock:eu-west-1:123456789012:custom-model/id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:custom-model/id-1',
      name: 'model-name-1',
      tags: false,
    },
  },
  'AWS::Bedrock::ProvisionedModelThroughput': {
    reason: 'the emulator does not support these',
    responses: {
      ListProvisionedModelThroughputs: {
        provisionedModelSummaries: [
          {
            provisionedModelName: 'provisioned-model-name-1',
            provisionedModelArn: 'arn:aws:bedrock:eu-west-1:123456789012:provisioned-model/id-1',
            modelArn: 'arn:aws:bedrock:eu-west-1:123456789012:model/one',
            desiredModelArn: 'arn:aws:bedrock:eu-west-1:123456789012:desired-model/one',
            foundationModelArn: 'arn:aws:bedrock:eu-west-1:123456789012:foundation-model/one',
            modelUnits: 1,
            desiredModelUnits: 1,
            status: 'Creating',
            commitmentDuration: 'OneMonth',
            commitmentExpirationTime: time,
            creationTime: time,
            lastModifiedTime: time,
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:bedrock:eu-west-1:123456789012:provisioned-model/id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:provisioned-model/id-1',
      name: 'provisioned-model-name-1',
      tags: false,
    },
  },
  'AWS::Bedrock::ApplicationInferenceProfile': {
    reason: 'the emulator does not support these',
    responses: {
      ListInferenceProfiles: {
        inferenceProfileSummaries: [
          {
            inferenceProfileName: 'inference-profile-name-1',
            description: 'description-1',
            createdAt: time,
            updatedAt: time,
            inferenceProfileArn:
              'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/inference-profile-id-1',
            models: [{ modelArn: 'arn:aws:bedrock:eu-west-1:123456789012:model/one' }],
            inferenceProfileId: 'inference-profile-id-1',
            status: 'ACTIVE',
            type: 'APPLICATION',
          },
        ],
      },
      ListTagsForResource: {
        tags: [
          { key: 'Environment', value: 'test' },
          { key: 'Owner', value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/inference-profile-id-1',
      arn: 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/inference-profile-id-1',
      name: 'inference-profile-name-1',
    },
  },
  'AWS::Budgets::BudgetsAction': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeBudgetActionsForAccount: {
        Actions: [
          {
            ActionId: 'action-id-1',
            BudgetName: 'budget-name-1',
            NotificationType: 'ACTUAL',
            ActionType: 'APPLY_IAM_POLICY',
            ActionThreshold: { ActionThresholdValue: 1, ActionThresholdType: 'ABSOLUTE_VALUE' },
            Definition: {
              IamActionDefinition: {
                PolicyArn: 'arn:aws:budgets:eu-west-1:123456789012:policy/one',
                Roles: ['role-1'],
                Groups: ['group-1'],
                Users: ['user-1'],
              },
              ScpActionDefinition: { PolicyId: 'policy-id-1', TargetIds: ['target-id-1'] },
              SsmActionDefinition: {
                ActionSubType: 'STOP_EC2_INSTANCES',
                Region: 'region-1',
                InstanceIds: ['instance-id-1'],
              },
            },
            ExecutionRoleArn: 'arn:aws:budgets:eu-west-1:123456789012:execution-role/one',
            ApprovalModel: 'AUTOMATIC',
            Status: 'EXECUTION_FAILURE',
            Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'address-1' }],
          },
        ],
      },
    },
    expected: {
      id: 'action-id-1|budget-name-1',
      arn: 'arn:aws:budgets::123456789012:budget/budget-name-1/action/action-id-1',
      name: 'budget-name-1: APPLY_IAM_POLICY',
      tags: false,
    },
  },
  'AWS::CloudHSM::Cluster': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeClusters: {
        Clusters: [
          {
            BackupPolicy: 'DEFAULT',
            BackupRetentionPolicy: { Type: 'DAYS', Value: 'value-1' },
            ClusterId: 'cluster-id-1',
            CreateTimestamp: time,
            Hsms: [
              {
                AvailabilityZone: 'availability-zone-1',
                ClusterId: 'cluster-id-1',
                SubnetId: 'subnet-id-1',
                EniId: 'eni-id-1',
                EniIp: 'eni-ip-1',
                HsmId: 'hsm-id-1',
                State: 'ACTIVE',
                StateMessage: 'state-message-1',
              },
            ],
            HsmType: 'hsm-type-1',
            PreCoPassword: 'hunter2',
            SecurityGroup: 'security-group-1',
            SourceBackupId: 'source-backup-id-1',
            State: 'ACTIVE',
            StateMessage: 'state-message-1',
            SubnetMapping: { 'key-1': 'value-1' },
            VpcId: 'vpc-id-1',
            Certificates: {
              ClusterCsr: 'cluster-csr-1',
              HsmCertificate: 'hsm-certificate-1',
              AwsHardwareCertificate: 'aws-hardware-certificate-1',
              ManufacturerHardwareCertificate: 'manufacturer-hardware-certificate-1',
              ClusterCertificate: 'cluster-certificate-1',
            },
            TagList: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: { id: 'cluster-id-1', arn: 'arn:aws:cloudhsm:eu-west-1:123456789012:cluster/cluster-id-1' },
  },
  'AWS::CloudHSM::Backup': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeBackups: {
        Backups: [
          {
            BackupId: 'backup-id-1',
            BackupState: 'CREATE_IN_PROGRESS',
            ClusterId: 'cluster-id-1',
            CreateTimestamp: time,
            CopyTimestamp: time,
            NeverExpires: true,
            SourceRegion: 'source-region-1',
            SourceBackup: 'source-backup-1',
            SourceCluster: 'source-cluster-1',
            DeleteTimestamp: time,
            TagList: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: { id: 'backup-id-1', arn: 'arn:aws:cloudhsm:eu-west-1:123456789012:backup/backup-id-1' },
  },
  'AWS::DirectConnect::Connection': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeConnections: {
        connections: [
          {
            ownerAccount: '123456789012',
            connectionId: 'connection-id-1',
            connectionName: 'connection-name-1',
            connectionState: 'available',
            region: 'eu-west-1',
            location: 'location-1',
            bandwidth: 'bandwidth-1',
            vlan: 1,
            partnerName: 'partner-name-1',
            loaIssueTime: time,
            lagId: 'lag-id-1',
            awsDevice: 'aws-device-1',
            jumboFrameCapable: true,
            awsDeviceV2: 'aws-device-v2-1',
            awsLogicalDeviceId: 'aws-logical-device-id-1',
            hasLogicalRedundancy: 'no',
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
            providerName: 'provider-name-1',
            macSecCapable: true,
            portEncryptionStatus: 'port-encryption-status-1',
            encryptionMode: 'encryption-mode-1',
            macSecKeys: [
              {
                secretARN: 'arn:aws:directconnect:eu-west-1:123456789012:secret/one',
                ckn: 'ckn-1',
                state: 'state-1',
                startOn: 'start-on-1',
              },
            ],
            partnerInterconnectMacSecCapable: true,
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:directconnect:eu-west-1:123456789012:dxcon/connection-id-1',
      arn: 'arn:aws:directconnect:eu-west-1:123456789012:dxcon/connection-id-1',
      name: 'connection-name-1',
    },
  },
  'AWS::DirectConnect::Lag': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeLags: {
        lags: [
          {
            connectionsBandwidth: 'connections-bandwidth-1',
            numberOfConnections: 1,
            lagId: 'lag-id-1',
            ownerAccount: '123456789012',
            lagName: 'lag-name-1',
            lagState: 'available',
            location: 'location-1',
            region: 'eu-west-1',
            minimumLinks: 1,
            awsDevice: 'aws-device-1',
            awsDeviceV2: 'aws-device-v2-1',
            awsLogicalDeviceId: 'aws-logical-device-id-1',
            connections: [
              {
                ownerAccount: '123456789012',
                connectionId: 'connection-id-1',
                connectionName: 'connection-name-1',
                connectionState: 'available',
                region: 'eu-west-1',
                location: 'location-1',
                bandwidth: 'bandwidth-1',
                vlan: 1,
                partnerName: 'partner-name-1',
                loaIssueTime: time,
                lagId: 'lag-id-1',
                awsDevice: 'aws-device-1',
                jumboFrameCapable: true,
                awsDeviceV2: 'aws-device-v2-1',
                awsLogicalDeviceId: 'aws-logical-device-id-1',
                hasLogicalRedundancy: 'no',
                tags: [
                  { key: 'Environment', value: 'test' },
                  { key: 'Owner', value: 'inventory' },
                ],
                providerName: 'provider-name-1',
                macSecCapable: true,
                portEncryptionStatus: 'port-encryption-status-1',
                encryptionMode: 'encryption-mode-1',
                macSecKeys: [
                  {
                    secretARN: 'arn:aws:directconnect:eu-west-1:123456789012:secret/one',
                    ckn: 'ckn-1',
                    state: 'state-1',
                    startOn: 'start-on-1',
                  },
                ],
                partnerInterconnectMacSecCapable: true,
              },
            ],
            allowsHostedConnections: true,
            jumboFrameCapable: true,
            hasLogicalRedundancy: 'no',
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
            providerName: 'provider-name-1',
            macSecCapable: true,
            encryptionMode: 'encryption-mode-1',
            macSecKeys: [
              {
                secretARN: 'arn:aws:directconnect:eu-west-1:123456789012:secret/one',
                ckn: 'ckn-1',
                state: 'state-1',
                startOn: 'start-on-1',
              },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:directconnect:eu-west-1:123456789012:dxlag/lag-id-1',
      arn: 'arn:aws:directconnect:eu-west-1:123456789012:dxlag/lag-id-1',
      name: 'lag-name-1',
    },
  },
  'AWS::DirectConnect::PrivateVirtualInterface': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVirtualInterfaces: {
        virtualInterfaces: [
          {
            ownerAccount: '123456789012',
            virtualInterfaceId: 'virtual-interface-id-1',
            location: 'location-1',
            connectionId: 'connection-id-1',
            virtualInterfaceType: 'private',
            virtualInterfaceName: 'virtual-interface-name-1',
            vlan: 1,
            asn: 1,
            asnLong: 1,
            amazonSideAsn: 1,
            authKey: 'hunter2',
            amazonAddress: 'amazon-address-1',
            customerAddress: 'customer-address-1',
            addressFamily: 'ipv4',
            virtualInterfaceState: 'available',
            customerRouterConfig: 'hunter2',
            mtu: 1,
            jumboFrameCapable: true,
            virtualGatewayId: 'virtual-gateway-id-1',
            directConnectGatewayId: 'direct-connect-gateway-id-1',
            routeFilterPrefixes: [{ cidr: 'cidr-1' }],
            bgpPeers: [
              {
                bgpPeerId: 'bgp-peer-id-1',
                asn: 1,
                asnLong: 1,
                authKey: 'hunter2',
                addressFamily: 'ipv4',
                amazonAddress: 'amazon-address-1',
                customerAddress: 'customer-address-1',
                bgpPeerState: 'available',
                bgpStatus: 'down',
                awsDeviceV2: 'aws-device-v2-1',
                awsLogicalDeviceId: 'aws-logical-device-id-1',
              },
            ],
            region: 'eu-west-1',
            awsDeviceV2: 'aws-device-v2-1',
            awsLogicalDeviceId: 'aws-logical-device-id-1',
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
            siteLinkEnabled: true,
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:directconnect:eu-west-1:123456789012:dxvif/virtual-interface-id-1',
      arn: 'arn:aws:directconnect:eu-west-1:123456789012:dxvif/virtual-interface-id-1',
      name: 'virtual-interface-name-1',
    },
  },
  'AWS::DirectConnect::PublicVirtualInterface': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVirtualInterfaces: {
        virtualInterfaces: [
          {
            ownerAccount: '123456789012',
            virtualInterfaceId: 'virtual-interface-id-1',
            location: 'location-1',
            connectionId: 'connection-id-1',
            virtualInterfaceType: 'public',
            virtualInterfaceName: 'virtual-interface-name-1',
            vlan: 1,
            asn: 1,
            asnLong: 1,
            amazonSideAsn: 1,
            authKey: 'hunter2',
            amazonAddress: 'amazon-address-1',
            customerAddress: 'customer-address-1',
            addressFamily: 'ipv4',
            virtualInterfaceState: 'available',
            customerRouterConfig: 'hunter2',
            mtu: 1,
            jumboFrameCapable: true,
            virtualGatewayId: 'virtual-gateway-id-1',
            directConnectGatewayId: 'direct-connect-gateway-id-1',
            routeFilterPrefixes: [{ cidr: 'cidr-1' }],
            bgpPeers: [
              {
                bgpPeerId: 'bgp-peer-id-1',
                asn: 1,
                asnLong: 1,
                authKey: 'hunter2',
                addressFamily: 'ipv4',
                amazonAddress: 'amazon-address-1',
                customerAddress: 'customer-address-1',
                bgpPeerState: 'available',
                bgpStatus: 'down',
                awsDeviceV2: 'aws-device-v2-1',
                awsLogicalDeviceId: 'aws-logical-device-id-1',
              },
            ],
            region: 'eu-west-1',
            awsDeviceV2: 'aws-device-v2-1',
            awsLogicalDeviceId: 'aws-logical-device-id-1',
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
            siteLinkEnabled: true,
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:directconnect:eu-west-1:123456789012:dxvif/virtual-interface-id-1',
      arn: 'arn:aws:directconnect:eu-west-1:123456789012:dxvif/virtual-interface-id-1',
      name: 'virtual-interface-name-1',
    },
  },
  'AWS::DirectConnect::TransitVirtualInterface': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVirtualInterfaces: {
        virtualInterfaces: [
          {
            ownerAccount: '123456789012',
            virtualInterfaceId: 'virtual-interface-id-1',
            location: 'location-1',
            connectionId: 'connection-id-1',
            virtualInterfaceType: 'transit',
            virtualInterfaceName: 'virtual-interface-name-1',
            vlan: 1,
            asn: 1,
            asnLong: 1,
            amazonSideAsn: 1,
            authKey: 'hunter2',
            amazonAddress: 'amazon-address-1',
            customerAddress: 'customer-address-1',
            addressFamily: 'ipv4',
            virtualInterfaceState: 'available',
            customerRouterConfig: 'hunter2',
            mtu: 1,
            jumboFrameCapable: true,
            virtualGatewayId: 'virtual-gateway-id-1',
            directConnectGatewayId: 'direct-connect-gateway-id-1',
            routeFilterPrefixes: [{ cidr: 'cidr-1' }],
            bgpPeers: [
              {
                bgpPeerId: 'bgp-peer-id-1',
                asn: 1,
                asnLong: 1,
                authKey: 'hunter2',
                addressFamily: 'ipv4',
                amazonAddress: 'amazon-address-1',
                customerAddress: 'customer-address-1',
                bgpPeerState: 'available',
                bgpStatus: 'down',
                awsDeviceV2: 'aws-device-v2-1',
                awsLogicalDeviceId: 'aws-logical-device-id-1',
              },
            ],
            region: 'eu-west-1',
            awsDeviceV2: 'aws-device-v2-1',
            awsLogicalDeviceId: 'aws-logical-device-id-1',
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
            siteLinkEnabled: true,
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:directconnect:eu-west-1:123456789012:dxvif/virtual-interface-id-1',
      arn: 'arn:aws:directconnect:eu-west-1:123456789012:dxvif/virtual-interface-id-1',
      name: 'virtual-interface-name-1',
    },
  },
  'AWS::DirectConnect::DirectConnectGateway': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeDirectConnectGateways: {
        directConnectGateways: [
          {
            directConnectGatewayId: 'direct-connect-gateway-id-1',
            directConnectGatewayName: 'direct-connect-gateway-name-1',
            amazonSideAsn: 1,
            ownerAccount: '123456789012',
            directConnectGatewayState: 'available',
            stateChangeError: 'state-change-error-1',
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:directconnect::123456789012:dx-gateway/direct-connect-gateway-id-1',
      arn: 'arn:aws:directconnect::123456789012:dx-gateway/direct-connect-gateway-id-1',
      name: 'direct-connect-gateway-name-1',
    },
  },
  'AWS::DirectConnect::DirectConnectGatewayAssociation': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeDirectConnectGateways: {
        directConnectGateways: [
          {
            directConnectGatewayId: 'direct-connect-gateway-id-1',
            directConnectGatewayName: 'direct-connect-gateway-name-1',
            amazonSideAsn: 1,
            ownerAccount: '123456789012',
            directConnectGatewayState: 'available',
            stateChangeError: 'state-change-error-1',
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
          },
        ],
      },
      DescribeDirectConnectGatewayAssociations: {
        directConnectGatewayAssociations: [
          {
            directConnectGatewayId: 'direct-connect-gateway-id-1',
            directConnectGatewayOwnerAccount: '123456789012',
            associationState: 'associated',
            stateChangeError: 'state-change-error-1',
            associatedGateway: {
              id: 'id-1',
              type: 'transitGateway',
              ownerAccount: '123456789012',
              region: 'eu-west-1',
            },
            associationId: 'association-id-1',
            allowedPrefixesToDirectConnectGateway: [{ cidr: 'cidr-1' }],
            associatedCoreNetwork: {
              id: 'id-1',
              ownerAccount: '123456789012',
              attachmentId: 'attachment-id-1',
            },
            virtualGatewayId: 'virtual-gateway-id-1',
            virtualGatewayRegion: 'virtual-gateway-region-1',
            virtualGatewayOwnerAccount: '123456789012',
          },
        ],
      },
    },
    expected: { id: 'association-id-1', name: 'direct-connect-gateway-id-1: id-1', tags: false },
  },
  'AWS::DLM::LifecyclePolicy': {
    reason: 'the emulator does not support these',
    responses: {
      GetLifecyclePolicies: {
        Policies: [
          {
            PolicyId: 'policy-id-1',
            Description: 'description-1',
            State: 'DISABLED',
            Tags: { Environment: 'test', Owner: 'inventory' },
            PolicyType: 'EBS_SNAPSHOT_MANAGEMENT',
            DefaultPolicy: true,
          },
        ],
      },
      GetLifecyclePolicy: {
        Policy: {
          PolicyId: 'policy-id-1',
          Description: 'description-1',
          State: 'DISABLED',
          StatusMessage: 'status-message-1',
          ExecutionRoleArn: 'arn:aws:dlm:eu-west-1:123456789012:execution-role/one',
          DateCreated: time,
          DateModified: time,
          PolicyDetails: {
            PolicyType: 'EBS_SNAPSHOT_MANAGEMENT',
            ResourceTypes: ['INSTANCE'],
            ResourceLocations: ['CLOUD'],
            TargetTags: [{ Key: 'key-1', Value: 'value-1' }],
            Schedules: [
              {
                Name: 'name-1',
                CopyTags: true,
                TagsToAdd: [
                  { Key: 'Environment', Value: 'test' },
                  { Key: 'Owner', Value: 'inventory' },
                ],
                VariableTags: [],
                CrossRegionCopyRules: [],
                ShareRules: [],
              },
            ],
            Parameters: { ExcludeBootVolume: true, NoReboot: true, ExcludeDataVolumeTags: [] },
            EventSource: { Type: 'MANAGED_CWE' },
            Actions: [{ Name: 'name-1', CrossRegionCopy: [] }],
            PolicyLanguage: 'SIMPLIFIED',
            ResourceType: 'INSTANCE',
            CreateInterval: 1,
            RetainInterval: 1,
            CopyTags: true,
            CrossRegionCopyTargets: [{ TargetRegion: 'target-region-1' }],
            ExtendDeletion: true,
            Exclusions: {
              ExcludeBootVolumes: true,
              ExcludeVolumeTypes: ['exclude-volume-type-1'],
              ExcludeTags: [],
            },
          },
          Tags: { Environment: 'test', Owner: 'inventory' },
          PolicyArn: 'arn:aws:dlm:eu-west-1:123456789012:policy/policy-id-1',
          DefaultPolicy: true,
        },
      },
    },
    expected: {
      id: 'policy-id-1',
      arn: 'arn:aws:dlm:eu-west-1:123456789012:policy/policy-id-1',
      name: 'description-1',
    },
  },
  'AWS::EC2::SnapshotBlockPublicAccess': {
    reason: 'the emulator does not support these',
    responses: { GetSnapshotBlockPublicAccessState: { State: 'block-all-sharing', ManagedBy: 'account' } },
    expected: { id: '123456789012', name: 'Block public access for snapshots in eu-west-1', tags: false },
  },
  'AWS::EC2::ImageBlockPublicAccess': {
    reason: 'the emulator does not support these',
    responses: {
      GetImageBlockPublicAccessState: {
        ImageBlockPublicAccessState: 'image-block-public-access-state-1',
        ManagedBy: 'account',
      },
    },
    expected: { id: '123456789012', name: 'Block public access for images in eu-west-1', tags: false },
  },
  'AWS::EC2::InstanceMetadataDefaults': {
    reason: 'the emulator does not support these',
    responses: {
      GetInstanceMetadataDefaults: {
        AccountLevel: {
          HttpTokens: 'optional',
          HttpPutResponseHopLimit: 1,
          HttpEndpoint: 'disabled',
          InstanceMetadataTags: 'disabled',
          ManagedBy: 'account',
          ManagedExceptionMessage: 'managed-exception-message-1',
          HttpTokensEnforced: 'disabled',
        },
      },
    },
    expected: { id: '123456789012', name: 'Instance metadata defaults in eu-west-1', tags: false },
  },
  'AWS::EC2::VPCBlockPublicAccessOptions': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVpcBlockPublicAccessOptions: {
        VpcBlockPublicAccessOptions: {
          AwsAccountId: 'aws-account-id-1',
          AwsRegion: 'aws-region-1',
          State: 'default-state',
          InternetGatewayBlockMode: 'block-bidirectional',
          Reason: 'reason-1',
          LastUpdateTimestamp: time,
          ManagedBy: 'account',
          ExclusionsAllowed: 'allowed',
        },
      },
    },
    expected: { id: '123456789012', name: 'VPC block public access in eu-west-1', tags: false },
  },
  'AWS::EC2::VPCBlockPublicAccessExclusion': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVpcBlockPublicAccessExclusions: {
        VpcBlockPublicAccessExclusions: [
          {
            ExclusionId: 'exclusion-id-1',
            InternetGatewayExclusionMode: 'allow-bidirectional',
            ResourceArn: 'arn:aws:ec2:eu-west-1:123456789012:resource/one',
            State: 'create-complete',
            Reason: 'reason-1',
            CreationTimestamp: time,
            LastUpdateTimestamp: time,
            DeletionTimestamp: time,
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'exclusion-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:vpc-block-public-access-exclusion/exclusion-id-1',
    },
  },
  'AWS::EC2::ReservedInstances': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeReservedInstances: {
        ReservedInstances: [
          {
            CurrencyCode: 'USD',
            InstanceTenancy: 'dedicated',
            OfferingClass: 'convertible',
            OfferingType: 'All Upfront',
            RecurringCharges: [{ Amount: 1, Frequency: 'Hourly' }],
            Scope: 'Availability Zone',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            AvailabilityZoneId: 'availability-zone-id-1',
            ReservedInstancesId: 'reserved-instances-id-1',
            InstanceType: 'a1.2xlarge',
            AvailabilityZone: 'availability-zone-1',
            Start: time,
            End: time,
            Duration: 1,
            UsagePrice: 1,
            FixedPrice: 1,
            InstanceCount: 1,
            ProductDescription: 'Linux/UNIX',
            State: 'active',
          },
        ],
      },
    },
    expected: {
      id: 'reserved-instances-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:reserved-instances/reserved-instances-id-1',
      name: '1 a1.2xlarge',
    },
  },
  'AWS::EC2::SpotInstanceRequest': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeSpotInstanceRequests: {
        SpotInstanceRequests: [
          {
            ActualBlockHourlyPrice: 'actual-block-hourly-price-1',
            AvailabilityZoneGroup: 'availability-zone-group-1',
            BlockDurationMinutes: 1,
            CreateTime: time,
            Fault: { Code: 'code-1', Message: 'message-1' },
            InstanceId: 'instance-id-1',
            LaunchGroup: 'launch-group-1',
            LaunchSpecification: {
              UserData: 'hunter2',
              AddressingType: 'addressing-type-1',
              BlockDeviceMappings: [
                {
                  Ebs: {
                    DeleteOnTermination: true,
                    Iops: 1,
                    SnapshotId: 'snapshot-id-1',
                    VolumeSize: 1,
                    VolumeType: 'gp2',
                    KmsKeyId: 'kms-key-id-1',
                    Throughput: 1,
                    OutpostArn: 'arn:aws:ec2:eu-west-1:123456789012:outpost/one',
                    AvailabilityZone: 'availability-zone-1',
                    Encrypted: true,
                    VolumeInitializationRate: 1,
                    AvailabilityZoneId: 'availability-zone-id-1',
                    EbsCardIndex: 1,
                  },
                  NoDevice: 'no-device-1',
                  DeviceName: 'device-name-1',
                  VirtualName: 'virtual-name-1',
                },
              ],
              EbsOptimized: true,
              IamInstanceProfile: { Arn: 'arn:aws:ec2:eu-west-1:123456789012:resource/one', Name: 'name-1' },
              ImageId: 'image-id-1',
              InstanceType: 'a1.2xlarge',
              KernelId: 'kernel-id-1',
              KeyName: 'key-name-1',
              NetworkInterfaces: [
                {
                  AssociatePublicIpAddress: true,
                  DeleteOnTermination: true,
                  Description: 'description-1',
                  DeviceIndex: 1,
                  Groups: ['group-1'],
                  Ipv6AddressCount: 1,
                  Ipv6Addresses: [{ Ipv6Address: 'ipv6-address-1', IsPrimaryIpv6: true }],
                  NetworkInterfaceId: 'network-interface-id-1',
                  PrivateIpAddress: 'private-ip-address-1',
                  PrivateIpAddresses: [{ Primary: true, PrivateIpAddress: 'private-ip-address-1' }],
                  SecondaryPrivateIpAddressCount: 1,
                  SubnetId: 'subnet-id-1',
                  AssociateCarrierIpAddress: true,
                  InterfaceType: 'interface-type-1',
                  NetworkCardIndex: 1,
                  Ipv4Prefixes: [{ Ipv4Prefix: 'ipv4-prefix-1' }],
                  Ipv4PrefixCount: 1,
                  Ipv6Prefixes: [{ Ipv6Prefix: 'ipv6-prefix-1' }],
                  Ipv6PrefixCount: 1,
                  PrimaryIpv6: true,
                  EnaSrdSpecification: {
                    EnaSrdEnabled: true,
                    EnaSrdUdpSpecification: { EnaSrdUdpEnabled: true },
                  },
                  ConnectionTrackingSpecification: {
                    TcpEstablishedTimeout: 1,
                    UdpStreamTimeout: 1,
                    UdpTimeout: 1,
                  },
                  EnaQueueCount: 1,
                },
              ],
              Placement: {
                AvailabilityZone: 'availability-zone-1',
                GroupName: 'group-name-1',
                Tenancy: 'dedicated',
                AvailabilityZoneId: 'availability-zone-id-1',
              },
              RamdiskId: 'ramdisk-id-1',
              SubnetId: 'subnet-id-1',
              SecurityGroups: [{ GroupId: 'group-id-1', GroupName: 'group-name-1' }],
              Monitoring: { MetricCategoryIds: ['metric-category-id-1'], Enabled: true },
            },
            LaunchedAvailabilityZone: 'launched-availability-zone-1',
            LaunchedAvailabilityZoneId: 'launched-availability-zone-id-1',
            ProductDescription: 'Linux/UNIX',
            SpotInstanceRequestId: 'spot-instance-request-id-1',
            SpotPrice: 'spot-price-1',
            State: 'active',
            Status: { Code: 'code-1', Message: 'message-1', UpdateTime: time },
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            Type: 'one-time',
            ValidFrom: time,
            ValidUntil: time,
            InstanceInterruptionBehavior: 'hibernate',
          },
        ],
      },
    },
    expected: {
      id: 'spot-instance-request-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:spot-instances-request/spot-instance-request-id-1',
    },
  },
  'AWS::EC2::TransitGatewayConnect': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeTransitGatewayConnects: {
        TransitGatewayConnects: [
          {
            TransitGatewayAttachmentId: 'transit-gateway-attachment-id-1',
            TransportTransitGatewayAttachmentId: 'transport-transit-gateway-attachment-id-1',
            TransitGatewayId: 'transit-gateway-id-1',
            State: 'available',
            CreationTime: time,
            Options: { Protocol: 'gre' },
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'transit-gateway-attachment-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:transit-gateway-attachment/transit-gateway-attachment-id-1',
    },
  },
  'AWS::EC2::TrafficMirrorSession': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeTrafficMirrorSessions: {
        TrafficMirrorSessions: [
          {
            TrafficMirrorSessionId: 'traffic-mirror-session-id-1',
            TrafficMirrorTargetId: 'traffic-mirror-target-id-1',
            TrafficMirrorFilterId: 'traffic-mirror-filter-id-1',
            NetworkInterfaceId: 'network-interface-id-1',
            OwnerId: 'owner-id-1',
            PacketLength: 1,
            SessionNumber: 1,
            VirtualNetworkId: 1,
            Description: 'description-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'traffic-mirror-session-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:traffic-mirror-session/traffic-mirror-session-id-1',
    },
  },
  'AWS::EC2::NetworkInsightsPath': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeNetworkInsightsPaths: {
        NetworkInsightsPaths: [
          {
            NetworkInsightsPathId: 'network-insights-path-id-1',
            NetworkInsightsPathArn:
              'arn:aws:ec2:eu-west-1:123456789012:network-insights-path/network-insights-path-id-1',
            CreatedDate: time,
            Source: 'source-1',
            Destination: 'destination-1',
            SourceArn: 'arn:aws:ec2:eu-west-1:123456789012:source/one',
            DestinationArn: 'arn:aws:ec2:eu-west-1:123456789012:destination/one',
            SourceIp: 'source-ip-1',
            DestinationIp: 'destination-ip-1',
            Protocol: 'tcp',
            DestinationPort: 1,
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            FilterAtSource: {
              SourceAddress: 'source-address-1',
              SourcePortRange: { FromPort: 1, ToPort: 1 },
              DestinationAddress: 'destination-address-1',
              DestinationPortRange: { FromPort: 1, ToPort: 1 },
            },
            FilterAtDestination: {
              SourceAddress: 'source-address-1',
              SourcePortRange: { FromPort: 1, ToPort: 1 },
              DestinationAddress: 'destination-address-1',
              DestinationPortRange: { FromPort: 1, ToPort: 1 },
            },
          },
        ],
      },
    },
    expected: {
      id: 'network-insights-path-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:network-insights-path/network-insights-path-id-1',
    },
  },
  'AWS::EC2::VerifiedAccessInstance': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVerifiedAccessInstances: {
        VerifiedAccessInstances: [
          {
            VerifiedAccessInstanceId: 'verified-access-instance-id-1',
            Description: 'description-1',
            VerifiedAccessTrustProviders: [
              {
                VerifiedAccessTrustProviderId: 'verified-access-trust-provider-id-1',
                Description: 'description-1',
                TrustProviderType: 'device',
                UserTrustProviderType: 'iam-identity-center',
                DeviceTrustProviderType: 'crowdstrike',
              },
            ],
            CreationTime: '2026-02-03T04:05:06Z',
            LastUpdatedTime: '2026-02-03T04:05:06Z',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            FipsEnabled: true,
            CidrEndpointsCustomSubDomain: { SubDomain: 'sub-domain-1', Nameservers: ['nameserver-1'] },
          },
        ],
      },
    },
    expected: {
      id: 'verified-access-instance-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:verified-access-instance/verified-access-instance-id-1',
    },
  },
  'AWS::EC2::VerifiedAccessEndpoint': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVerifiedAccessEndpoints: {
        VerifiedAccessEndpoints: [
          {
            VerifiedAccessInstanceId: 'verified-access-instance-id-1',
            VerifiedAccessGroupId: 'verified-access-group-id-1',
            VerifiedAccessEndpointId: 'verified-access-endpoint-id-1',
            ApplicationDomain: 'application-domain-1',
            EndpointType: 'cidr',
            AttachmentType: 'vpc',
            DomainCertificateArn: 'arn:aws:ec2:eu-west-1:123456789012:domain-certificate/one',
            EndpointDomain: 'endpoint-domain-1',
            DeviceValidationDomain: 'device-validation-domain-1',
            SecurityGroupIds: ['security-group-id-1'],
            LoadBalancerOptions: {
              Protocol: 'http',
              Port: 1,
              LoadBalancerArn: 'arn:aws:ec2:eu-west-1:123456789012:load-balancer/one',
              SubnetIds: ['subnet-id-1'],
              PortRanges: [{ FromPort: 1, ToPort: 1 }],
            },
            NetworkInterfaceOptions: {
              NetworkInterfaceId: 'network-interface-id-1',
              Protocol: 'http',
              Port: 1,
              PortRanges: [{ FromPort: 1, ToPort: 1 }],
            },
            Status: { Code: 'active', Message: 'message-1' },
            Description: 'description-1',
            CreationTime: '2026-02-03T04:05:06Z',
            LastUpdatedTime: '2026-02-03T04:05:06Z',
            DeletionTime: '2026-02-03T04:05:06Z',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            SseSpecification: {
              CustomerManagedKeyEnabled: true,
              KmsKeyArn: 'arn:aws:ec2:eu-west-1:123456789012:kms-key/one',
            },
            RdsOptions: {
              Protocol: 'http',
              Port: 1,
              RdsDbInstanceArn: 'arn:aws:ec2:eu-west-1:123456789012:rds-db-instance/one',
              RdsDbClusterArn: 'arn:aws:ec2:eu-west-1:123456789012:rds-db-cluster/one',
              RdsDbProxyArn: 'arn:aws:ec2:eu-west-1:123456789012:rds-db-proxy/one',
              RdsEndpoint: 'rds-endpoint-1',
              SubnetIds: ['subnet-id-1'],
            },
            CidrOptions: {
              Cidr: 'cidr-1',
              PortRanges: [{ FromPort: 1, ToPort: 1 }],
              Protocol: 'http',
              SubnetIds: ['subnet-id-1'],
            },
          },
        ],
      },
    },
    expected: {
      id: 'verified-access-endpoint-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:verified-access-endpoint/verified-access-endpoint-id-1',
    },
  },
  'AWS::EC2::VerifiedAccessTrustProvider': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVerifiedAccessTrustProviders: {
        VerifiedAccessTrustProviders: [
          {
            VerifiedAccessTrustProviderId: 'verified-access-trust-provider-id-1',
            Description: 'description-1',
            TrustProviderType: 'device',
            UserTrustProviderType: 'iam-identity-center',
            DeviceTrustProviderType: 'crowdstrike',
            OidcOptions: {
              Issuer: 'issuer-1',
              AuthorizationEndpoint: 'authorization-endpoint-1',
              TokenEndpoint: 'token-endpoint-1',
              UserInfoEndpoint: 'user-info-endpoint-1',
              ClientId: 'client-id-1',
              ClientSecret: 'hunter2',
              Scope: 'scope-1',
            },
            DeviceOptions: { TenantId: 'tenant-id-1', PublicSigningKeyUrl: 'public-signing-key-url-1' },
            PolicyReferenceName: 'policy-reference-name-1',
            CreationTime: '2026-02-03T04:05:06Z',
            LastUpdatedTime: '2026-02-03T04:05:06Z',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            SseSpecification: {
              CustomerManagedKeyEnabled: true,
              KmsKeyArn: 'arn:aws:ec2:eu-west-1:123456789012:kms-key/one',
            },
            NativeApplicationOidcOptions: {
              PublicSigningKeyEndpoint: 'public-signing-key-endpoint-1',
              Issuer: 'issuer-1',
              AuthorizationEndpoint: 'authorization-endpoint-1',
              TokenEndpoint: 'token-endpoint-1',
              UserInfoEndpoint: 'user-info-endpoint-1',
              ClientId: 'client-id-1',
              Scope: 'scope-1',
            },
          },
        ],
      },
    },
    expected: {
      id: 'verified-access-trust-provider-id-1',
      arn: 'arn:aws:ec2:eu-west-1:123456789012:verified-access-trust-provider/verified-access-trust-provider-id-1',
    },
  },
  'AWS::ECR::Image': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeRepositories: {
        repositories: [
          {
            repositoryArn: 'arn:aws:ecr:eu-west-1:123456789012:repository/one',
            registryId: 'registry-id-1',
            repositoryName: 'repository-name-1',
            repositoryUri: 'repository-uri-1',
            createdAt: time,
            imageTagMutability: 'IMMUTABLE',
            imageTagMutabilityExclusionFilters: [{ filterType: 'WILDCARD', filter: 'filter-1' }],
            imageScanningConfiguration: { scanOnPush: true },
            encryptionConfiguration: { encryptionType: 'AES256', kmsKey: 'kms-key-1' },
          },
        ],
      },
      DescribeImages: {
        imageDetails: [
          {
            registryId: 'registry-id-1',
            repositoryName: 'repository-name-1',
            imageDigest: 'sha256:0123456789abcdef',
            imageTags: ['v1'],
            imageSizeInBytes: 1,
            imagePushedAt: time,
            imageScanStatus: { status: 'ACTIVE', description: 'description-1' },
            imageScanFindingsSummary: {
              imageScanCompletedAt: time,
              vulnerabilitySourceUpdatedAt: time,
              findingSeverityCounts: { CRITICAL: 1 },
            },
            imageManifestMediaType: 'image-manifest-media-type-1',
            artifactMediaType: 'artifact-media-type-1',
            lastRecordedPullTime: time,
            subjectManifestDigest: 'subject-manifest-digest-1',
            imageStatus: 'ACTIVATING',
            lastArchivedAt: time,
            lastActivatedAt: time,
          },
        ],
      },
    },
    expected: { id: 'repository-name-1@sha256:0123456789abcdef', name: 'repository-name-1:v1', tags: false },
  },
  'AWS::ECS::Task': {
    reason: 'the emulator does not support these',
    responses: {
      ListClusters: { clusterArns: ['arn:aws:ecs:eu-west-1:123456789012:cluster/shop'] },
      ListTasks: { taskArns: ['arn:aws:ecs:eu-west-1:123456789012:task/shop/0123456789abcdef'] },
      DescribeTasks: {
        tasks: [
          {
            attachments: [
              {
                id: 'id-1',
                type: 'type-1',
                status: 'status-1',
                details: [{ name: 'name-1', value: 'value-1' }],
              },
            ],
            attributes: [
              { name: 'name-1', value: 'value-1', targetType: 'container-instance', targetId: 'target-id-1' },
            ],
            availabilityZone: 'availability-zone-1',
            capacityProviderName: 'capacity-provider-name-1',
            clusterArn: 'arn:aws:ecs:eu-west-1:123456789012:cluster/shop',
            connectivity: 'CONNECTED',
            connectivityAt: time,
            containerInstanceArn: 'arn:aws:ecs:eu-west-1:123456789012:container-instance/one',
            containers: [
              {
                containerArn: 'arn:aws:ecs:eu-west-1:123456789012:container/one',
                taskArn: 'arn:aws:ecs:eu-west-1:123456789012:task/shop/0123456789abcdef',
                name: 'name-1',
                image: 'image-1',
                imageDigest: 'image-digest-1',
                runtimeId: '2026-02-03T04:05:06Z',
                lastStatus: 'RUNNING',
                exitCode: 1,
                reason: 'reason-1',
                networkBindings: [
                  {
                    bindIP: 'bind-ip-1',
                    containerPort: 1,
                    hostPort: 1,
                    protocol: 'tcp',
                    containerPortRange: 'container-port-range-1',
                    hostPortRange: 'host-port-range-1',
                  },
                ],
                networkInterfaces: [
                  {
                    attachmentId: 'attachment-id-1',
                    privateIpv4Address: 'private-ipv4-address-1',
                    ipv6Address: 'ipv6-address-1',
                  },
                ],
                healthStatus: 'HEALTHY',
                managedAgents: [
                  {
                    lastStartedAt: time,
                    name: 'ExecuteCommandAgent',
                    reason: 'reason-1',
                    lastStatus: 'RUNNING',
                  },
                ],
                cpu: 'cpu-1',
                memory: 'memory-1',
                memoryReservation: 'memory-reservation-1',
                gpuIds: ['gpu-id-1'],
                neuronDeviceIds: ['neuron-device-id-1'],
                gpuSharingStrategy: { nvidiaMps: { memory: 1, maxComputePercent: 1 } },
              },
            ],
            cpu: 'cpu-1',
            createdAt: time,
            desiredStatus: 'RUNNING',
            enableExecuteCommand: true,
            executionStoppedAt: time,
            group: 'service:web',
            healthStatus: 'HEALTHY',
            inferenceAccelerators: [{ deviceName: 'device-name-1', deviceType: 'device-type-1' }],
            lastStatus: 'RUNNING',
            launchType: 'EC2',
            memory: 'memory-1',
            overrides: {
              containerOverrides: [
                {
                  name: 'name-1',
                  command: ['command-1'],
                  environment: [{ name: 'name-1', value: 'hunter2' }],
                  environmentFiles: [{ value: 'value-1', type: 's3' }],
                  cpu: 1,
                  memory: 1,
                  memoryReservation: 1,
                  resourceRequirements: [
                    {
                      value: 'value-1',
                      type: 'GPU',
                      sharingStrategy: { nvidiaMps: { memory: 1, maxComputePercent: 1 } },
                    },
                  ],
                },
              ],
              cpu: 'cpu-1',
              inferenceAcceleratorOverrides: [{ deviceName: 'device-name-1', deviceType: 'device-type-1' }],
              executionRoleArn: 'arn:aws:ecs:eu-west-1:123456789012:execution-role/one',
              memory: 'memory-1',
              taskRoleArn: 'arn:aws:ecs:eu-west-1:123456789012:task-role/one',
              ephemeralStorage: { sizeInGiB: 1 },
            },
            platformVersion: 'platform-version-1',
            platformFamily: 'platform-family-1',
            pullStartedAt: time,
            pullStoppedAt: time,
            startedAt: time,
            startedBy: 'started-by-1',
            stopCode: 'EssentialContainerExited',
            stoppedAt: time,
            stoppedReason: 'stopped-reason-1',
            stoppingAt: time,
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
            taskArn: 'arn:aws:ecs:eu-west-1:123456789012:task/shop/0123456789abcdef',
            taskDefinitionArn: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/web:12',
            version: 1,
            ephemeralStorage: { sizeInGiB: 1 },
            fargateEphemeralStorage: { sizeInGiB: 1, kmsKeyId: 'kms-key-id-1' },
          },
        ],
        failures: [
          { arn: 'arn:aws:ecs:eu-west-1:123456789012:resource/one', reason: 'reason-1', detail: 'detail-1' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:ecs:eu-west-1:123456789012:task/shop/0123456789abcdef',
      arn: 'arn:aws:ecs:eu-west-1:123456789012:task/shop/0123456789abcdef',
      name: 'web:12',
    },
  },
  'AWS::ECS::ContainerInstance': {
    reason: 'the emulator does not support these',
    responses: {
      ListClusters: { clusterArns: ['arn:aws:ecs:eu-west-1:123456789012:cluster/shop'] },
      ListContainerInstances: {
        containerInstanceArns: [
          'arn:aws:ecs:eu-west-1:123456789012:container-instance/shop/0123456789abcdef',
        ],
      },
      DescribeContainerInstances: {
        containerInstances: [
          {
            containerInstanceArn:
              'arn:aws:ecs:eu-west-1:123456789012:container-instance/shop/0123456789abcdef',
            ec2InstanceId: 'i-0123456789abcdef0',
            capacityProviderName: 'capacity-provider-name-1',
            version: 1,
            versionInfo: {
              agentVersion: 'agent-version-1',
              agentHash: 'agent-hash-1',
              dockerVersion: 'docker-version-1',
            },
            remainingResources: [
              {
                name: 'name-1',
                type: 'type-1',
                doubleValue: 1,
                longValue: 1,
                integerValue: 1,
                stringSetValue: ['string-set-value-1'],
              },
            ],
            registeredResources: [
              {
                name: 'name-1',
                type: 'type-1',
                doubleValue: 1,
                longValue: 1,
                integerValue: 1,
                stringSetValue: ['string-set-value-1'],
              },
            ],
            status: 'status-1',
            statusReason: 'status-reason-1',
            agentConnected: true,
            runningTasksCount: 1,
            pendingTasksCount: 1,
            agentUpdateStatus: 'FAILED',
            attributes: [
              { name: 'name-1', value: 'value-1', targetType: 'container-instance', targetId: 'target-id-1' },
            ],
            registeredAt: time,
            attachments: [
              {
                id: 'id-1',
                type: 'type-1',
                status: 'status-1',
                details: [{ name: 'name-1', value: 'value-1' }],
              },
            ],
            tags: [
              { key: 'Environment', value: 'test' },
              { key: 'Owner', value: 'inventory' },
            ],
            healthStatus: {
              overallStatus: 'IMPAIRED',
              details: [
                {
                  type: 'ACCELERATED_COMPUTE',
                  status: 'IMPAIRED',
                  statusReason: 'status-reason-1',
                  lastUpdated: time,
                  lastStatusChange: time,
                },
              ],
            },
            gpuDevices: [
              {
                gpuId: 'gpu-id-1',
                sharingMode: 'DEDICATED',
                totalMemoryInMiB: 1,
                remainingMemoryInMiB: 1,
                containerCount: 1,
              },
            ],
          },
        ],
        failures: [
          { arn: 'arn:aws:ecs:eu-west-1:123456789012:resource/one', reason: 'reason-1', detail: 'detail-1' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:ecs:eu-west-1:123456789012:container-instance/shop/0123456789abcdef',
      arn: 'arn:aws:ecs:eu-west-1:123456789012:container-instance/shop/0123456789abcdef',
      name: 'i-0123456789abcdef0',
    },
  },
  'AWS::ElastiCache::ReservedCacheNode': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeReservedCacheNodes: {
        ReservedCacheNodes: [
          {
            ReservedCacheNodeId: 'reserved-cache-node-id-1',
            ReservedCacheNodesOfferingId: 'reserved-cache-nodes-offering-id-1',
            CacheNodeType: 'cache-node-type-1',
            StartTime: time,
            Duration: 1,
            FixedPrice: 1,
            UsagePrice: 1,
            CacheNodeCount: 1,
            ProductDescription: 'product-description-1',
            OfferingType: 'offering-type-1',
            State: 'active',
            RecurringCharges: [
              { RecurringChargeAmount: 1, RecurringChargeFrequency: 'recurring-charge-frequency-1' },
            ],
            ReservationARN:
              'arn:aws:elasticache:eu-west-1:123456789012:reserved-instance:reserved-cache-node-id-1',
          },
        ],
      },
    },
    expected: {
      id: 'reserved-cache-node-id-1',
      arn: 'arn:aws:elasticache:eu-west-1:123456789012:reserved-instance:reserved-cache-node-id-1',
      name: 'reserved-cache-node-id-1',
      tags: false,
    },
  },
  'AWS::OpenSearchService::ReservedInstance': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeReservedInstances: {
        ReservedInstances: [
          {
            ReservationName: 'reservation-name-1',
            ReservedInstanceId: 'reserved-instance-id-1',
            BillingSubscriptionId: 1,
            ReservedInstanceOfferingId: 'reserved-instance-offering-id-1',
            InstanceType: 'c4.2xlarge.search',
            StartTime: time,
            Duration: 1,
            FixedPrice: 1,
            UsagePrice: 1,
            CurrencyCode: 'currency-code-1',
            InstanceCount: 1,
            State: 'active',
            PaymentOption: 'ALL_UPFRONT',
            RecurringCharges: [
              { RecurringChargeAmount: 1, RecurringChargeFrequency: 'recurring-charge-frequency-1' },
            ],
          },
        ],
      },
    },
    expected: { id: 'reserved-instance-id-1', name: 'reservation-name-1', tags: false },
  },
  'AWS::FMS::Policy': {
    reason: 'the emulator does not support these',
    responses: {
      ListPolicies: {
        PolicyList: [
          {
            PolicyArn: 'arn:aws:fms:eu-west-1:123456789012:policy/policy-id-1',
            PolicyId: 'policy-id-1',
            PolicyName: 'policy-name-1',
            ResourceType: 'resource-type-1',
            SecurityServiceType: 'DNS_FIREWALL',
            RemediationEnabled: true,
            DeleteUnusedFMManagedResources: true,
            PolicyStatus: 'ACTIVE',
          },
        ],
      },
      GetPolicy: {
        Policy: {
          PolicyId: 'policy-id-1',
          PolicyName: 'policy-name-1',
          PolicyUpdateToken: 'policy-update-token-1',
          SecurityServicePolicyData: {
            Type: 'DNS_FIREWALL',
            ManagedServiceData: '{"type":"WAFV2","overrideCustomerWebACLAssociation":false}',
            PolicyOption: {},
          },
          ResourceType: 'resource-type-1',
          ResourceTypeList: ['resource-type-list-1'],
          ResourceTags: [{ Key: 'key-1', Value: 'value-1' }],
          ExcludeResourceTags: true,
          RemediationEnabled: true,
          DeleteUnusedFMManagedResources: true,
          IncludeMap: { ACCOUNT: ['value-1'] },
          ExcludeMap: { ACCOUNT: ['value-1'] },
          ResourceSetIds: ['resource-set-id-1'],
          PolicyDescription: 'policy-description-1',
          PolicyStatus: 'ACTIVE',
          ResourceTagLogicalOperator: 'AND',
        },
        PolicyArn: 'arn:aws:fms:eu-west-1:123456789012:policy/policy-id-1',
      },
      ListTagsForResource: {
        TagList: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'policy-id-1',
      arn: 'arn:aws:fms:eu-west-1:123456789012:policy/policy-id-1',
      name: 'policy-name-1',
    },
  },
  'AWS::FMS::ApplicationsList': {
    reason: 'the emulator does not support these',
    responses: {
      ListAppsLists: {
        AppsLists: [
          {
            ListArn: 'arn:aws:fms:eu-west-1:123456789012:applications-list/list-id-1',
            ListId: 'list-id-1',
            ListName: 'list-name-1',
            AppsList: [{ AppName: 'app-name-1', Protocol: 'protocol-1', Port: 1 }],
          },
        ],
      },
      ListTagsForResource: {
        TagList: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'list-id-1',
      arn: 'arn:aws:fms:eu-west-1:123456789012:applications-list/list-id-1',
      name: 'list-name-1',
    },
  },
  'AWS::FMS::ProtocolsList': {
    reason: 'the emulator does not support these',
    responses: {
      ListProtocolsLists: {
        ProtocolsLists: [
          {
            ListArn: 'arn:aws:fms:eu-west-1:123456789012:protocols-list/list-id-1',
            ListId: 'list-id-1',
            ListName: 'list-name-1',
            ProtocolsList: ['protocols-list-1'],
          },
        ],
      },
      ListTagsForResource: {
        TagList: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'list-id-1',
      arn: 'arn:aws:fms:eu-west-1:123456789012:protocols-list/list-id-1',
      name: 'list-name-1',
    },
  },
  'AWS::FMS::ResourceSet': {
    reason: 'the emulator does not support these',
    responses: {
      ListResourceSets: {
        ResourceSets: [
          {
            Id: 'id-1',
            Name: 'name-1',
            Description: 'description-1',
            LastUpdateTime: time,
            ResourceSetStatus: 'ACTIVE',
          },
        ],
      },
      ListTagsForResource: {
        TagList: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: { id: 'id-1', arn: 'arn:aws:fms:eu-west-1:123456789012:resource-set/id-1', name: 'name-1' },
  },
  'AWS::FSx::Volume': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeVolumes: {
        Volumes: [
          {
            CreationTime: time,
            FileSystemId: 'file-system-id-1',
            Lifecycle: 'AVAILABLE',
            Name: 'name-1',
            OntapConfiguration: {
              FlexCacheEndpointType: 'CACHE',
              JunctionPath: 'junction-path-1',
              SecurityStyle: 'MIXED',
              SizeInMegabytes: 1,
              StorageEfficiencyEnabled: true,
              StorageVirtualMachineId: 'storage-virtual-machine-id-1',
              StorageVirtualMachineRoot: true,
              TieringPolicy: { CoolingPeriod: 1, Name: 'ALL' },
              UUID: 'uuid-1',
              OntapVolumeType: 'DP',
              SnapshotPolicy: 'snapshot-policy-1',
              CopyTagsToBackups: true,
              SnaplockConfiguration: {
                AuditLogVolume: true,
                PrivilegedDelete: 'DISABLED',
                SnaplockType: 'COMPLIANCE',
                VolumeAppendModeEnabled: true,
              },
              VolumeStyle: 'FLEXGROUP',
              AggregateConfiguration: { Aggregates: ['aggregate-1'], TotalConstituents: 1 },
              SizeInBytes: 1,
            },
            ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:volume/file-system-id-1/volume-id-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            VolumeId: 'volume-id-1',
            VolumeType: 'ONTAP',
            LifecycleTransitionReason: { Message: 'message-1' },
            AdministrativeActions: [
              {
                AdministrativeActionType: 'DOWNLOAD_DATA_FROM_BACKUP',
                ProgressPercent: 1,
                RequestTime: time,
                Status: 'CANCELLED',
                TargetFileSystemValues: {
                  OwnerId: 'owner-id-1',
                  CreationTime: time,
                  FileSystemId: 'file-system-id-1',
                  FileSystemType: 'LUSTRE',
                  Lifecycle: 'AVAILABLE',
                  StorageCapacity: 1,
                  StorageType: 'HDD',
                  VpcId: 'vpc-id-1',
                  SubnetIds: ['subnet-id-1'],
                  NetworkInterfaceIds: ['network-interface-id-1'],
                  DNSName: 'dns-name-1',
                  KmsKeyId: 'kms-key-id-1',
                  ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:volume/file-system-id-1/volume-id-1',
                  Tags: [
                    { Key: 'Environment', Value: 'test' },
                    { Key: 'Owner', Value: 'inventory' },
                  ],
                  AdministrativeActions: [],
                  FileSystemTypeVersion: 'file-system-type-version-1',
                  NetworkType: 'DUAL',
                },
                FailureDetails: { Message: 'message-1' },
                TargetVolumeValues: {
                  CreationTime: time,
                  FileSystemId: 'file-system-id-1',
                  Lifecycle: 'AVAILABLE',
                  Name: 'name-1',
                  ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:volume/file-system-id-1/volume-id-1',
                  Tags: [
                    { Key: 'Environment', Value: 'test' },
                    { Key: 'Owner', Value: 'inventory' },
                  ],
                  VolumeId: 'volume-id-1',
                  VolumeType: 'ONTAP',
                  AdministrativeActions: [],
                },
                TargetSnapshotValues: {
                  ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:volume/file-system-id-1/volume-id-1',
                  SnapshotId: 'snapshot-id-1',
                  Name: 'name-1',
                  VolumeId: 'volume-id-1',
                  CreationTime: time,
                  Lifecycle: 'AVAILABLE',
                  Tags: [
                    { Key: 'Environment', Value: 'test' },
                    { Key: 'Owner', Value: 'inventory' },
                  ],
                  AdministrativeActions: [],
                },
                TotalTransferBytes: 1,
                RemainingTransferBytes: 1,
                Message: 'message-1',
              },
            ],
            OpenZFSConfiguration: {
              ParentVolumeId: 'parent-volume-id-1',
              VolumePath: 'volume-path-1',
              StorageCapacityReservationGiB: 1,
              StorageCapacityQuotaGiB: 1,
              RecordSizeKiB: 1,
              DataCompressionType: 'LZ4',
              CopyTagsToSnapshots: true,
              OriginSnapshot: {
                SnapshotARN: 'arn:aws:fsx:eu-west-1:123456789012:snapshot/one',
                CopyStrategy: 'CLONE',
              },
              ReadOnly: true,
              NfsExports: [{ ClientConfigurations: [] }],
              UserAndGroupQuotas: [{ Type: 'GROUP', Id: 1, StorageCapacityQuotaGiB: 1 }],
              RestoreToSnapshot: 'restore-to-snapshot-1',
              DeleteIntermediateSnaphots: true,
              DeleteClonedVolumes: true,
              DeleteIntermediateData: true,
              SourceSnapshotARN: 'arn:aws:fsx:eu-west-1:123456789012:source-snapshot/one',
              DestinationSnapshot: 'destination-snapshot-1',
              CopyStrategy: 'CLONE',
            },
          },
        ],
      },
    },
    expected: {
      id: 'volume-id-1',
      arn: 'arn:aws:fsx:eu-west-1:123456789012:volume/file-system-id-1/volume-id-1',
      name: 'name-1',
    },
  },
  'AWS::FSx::StorageVirtualMachine': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeStorageVirtualMachines: {
        StorageVirtualMachines: [
          {
            ActiveDirectoryConfiguration: {
              NetBiosName: 'net-bios-name-1',
              SelfManagedActiveDirectoryConfiguration: {
                DomainName: 'domain-name-1',
                OrganizationalUnitDistinguishedName: 'organizational-unit-distinguished-name-1',
                FileSystemAdministratorsGroup: 'file-system-administrators-group-1',
                UserName: 'user-name-1',
                DnsIps: ['dns-ip-1'],
                DomainJoinServiceAccountSecret: 'domain-join-service-account-secret-1',
              },
            },
            CreationTime: time,
            Endpoints: {
              Iscsi: {
                DNSName: 'dns-name-1',
                IpAddresses: ['ip-addresse-1'],
                Ipv6Addresses: ['ipv6-addresse-1'],
              },
              Management: {
                DNSName: 'dns-name-1',
                IpAddresses: ['ip-addresse-1'],
                Ipv6Addresses: ['ipv6-addresse-1'],
              },
              Nfs: {
                DNSName: 'dns-name-1',
                IpAddresses: ['ip-addresse-1'],
                Ipv6Addresses: ['ipv6-addresse-1'],
              },
              Smb: {
                DNSName: 'dns-name-1',
                IpAddresses: ['ip-addresse-1'],
                Ipv6Addresses: ['ipv6-addresse-1'],
              },
            },
            FileSystemId: 'file-system-id-1',
            Lifecycle: 'CREATED',
            Name: 'name-1',
            ResourceARN:
              'arn:aws:fsx:eu-west-1:123456789012:storage-virtual-machine/file-system-id-1/storage-virtual-machine-id-1',
            StorageVirtualMachineId: 'storage-virtual-machine-id-1',
            Subtype: 'DEFAULT',
            UUID: 'uuid-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            LifecycleTransitionReason: { Message: 'message-1' },
            RootVolumeSecurityStyle: 'MIXED',
          },
        ],
      },
    },
    expected: {
      id: 'storage-virtual-machine-id-1',
      arn: 'arn:aws:fsx:eu-west-1:123456789012:storage-virtual-machine/file-system-id-1/storage-virtual-machine-id-1',
      name: 'name-1',
    },
  },
  'AWS::FSx::Snapshot': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeSnapshots: {
        Snapshots: [
          {
            ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:snapshot/volume-id-1/snapshot-id-1',
            SnapshotId: 'snapshot-id-1',
            Name: 'name-1',
            VolumeId: 'volume-id-1',
            CreationTime: time,
            Lifecycle: 'AVAILABLE',
            LifecycleTransitionReason: { Message: 'message-1' },
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            AdministrativeActions: [
              {
                AdministrativeActionType: 'DOWNLOAD_DATA_FROM_BACKUP',
                ProgressPercent: 1,
                RequestTime: time,
                Status: 'CANCELLED',
                TargetFileSystemValues: {
                  OwnerId: 'owner-id-1',
                  CreationTime: time,
                  FileSystemId: 'file-system-id-1',
                  FileSystemType: 'LUSTRE',
                  Lifecycle: 'AVAILABLE',
                  StorageCapacity: 1,
                  StorageType: 'HDD',
                  VpcId: 'vpc-id-1',
                  SubnetIds: ['subnet-id-1'],
                  NetworkInterfaceIds: ['network-interface-id-1'],
                  DNSName: 'dns-name-1',
                  KmsKeyId: 'kms-key-id-1',
                  ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:snapshot/volume-id-1/snapshot-id-1',
                  Tags: [
                    { Key: 'Environment', Value: 'test' },
                    { Key: 'Owner', Value: 'inventory' },
                  ],
                  AdministrativeActions: [],
                  FileSystemTypeVersion: 'file-system-type-version-1',
                  NetworkType: 'DUAL',
                },
                FailureDetails: { Message: 'message-1' },
                TargetVolumeValues: {
                  CreationTime: time,
                  FileSystemId: 'file-system-id-1',
                  Lifecycle: 'AVAILABLE',
                  Name: 'name-1',
                  ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:snapshot/volume-id-1/snapshot-id-1',
                  Tags: [
                    { Key: 'Environment', Value: 'test' },
                    { Key: 'Owner', Value: 'inventory' },
                  ],
                  VolumeId: 'volume-id-1',
                  VolumeType: 'ONTAP',
                  AdministrativeActions: [],
                },
                TargetSnapshotValues: {
                  ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:snapshot/volume-id-1/snapshot-id-1',
                  SnapshotId: 'snapshot-id-1',
                  Name: 'name-1',
                  VolumeId: 'volume-id-1',
                  CreationTime: time,
                  Lifecycle: 'AVAILABLE',
                  Tags: [
                    { Key: 'Environment', Value: 'test' },
                    { Key: 'Owner', Value: 'inventory' },
                  ],
                  AdministrativeActions: [],
                },
                TotalTransferBytes: 1,
                RemainingTransferBytes: 1,
                Message: 'message-1',
              },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'snapshot-id-1',
      arn: 'arn:aws:fsx:eu-west-1:123456789012:snapshot/volume-id-1/snapshot-id-1',
      name: 'name-1',
    },
  },
  'AWS::FSx::FileCache': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeFileCaches: {
        FileCaches: [
          {
            OwnerId: 'owner-id-1',
            CreationTime: time,
            FileCacheId: 'file-cache-id-1',
            FileCacheType: 'LUSTRE',
            FileCacheTypeVersion: 'file-cache-type-version-1',
            Lifecycle: 'AVAILABLE',
            FailureDetails: { Message: 'message-1' },
            StorageCapacity: 1,
            VpcId: 'vpc-id-1',
            SubnetIds: ['subnet-id-1'],
            NetworkInterfaceIds: ['network-interface-id-1'],
            DNSName: 'dns-name-1',
            KmsKeyId: 'kms-key-id-1',
            ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:file-cache/file-cache-id-1',
            LustreConfiguration: {
              PerUnitStorageThroughput: 1,
              DeploymentType: 'CACHE_1',
              MountName: 'mount-name-1',
              WeeklyMaintenanceStartTime: '2026-02-03T04:05:06Z',
              MetadataConfiguration: { StorageCapacity: 1 },
              LogConfiguration: { Level: 'DISABLED', Destination: 'destination-1' },
            },
            DataRepositoryAssociationIds: ['data-repository-association-id-1'],
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:file-cache/file-cache-id-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: { id: 'file-cache-id-1', arn: 'arn:aws:fsx:eu-west-1:123456789012:file-cache/file-cache-id-1' },
  },
  'AWS::FSx::DataRepositoryAssociation': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeDataRepositoryAssociations: {
        Associations: [
          {
            AssociationId: 'association-id-1',
            ResourceARN: 'arn:aws:fsx:eu-west-1:123456789012:association/file-system-id-1/association-id-1',
            FileSystemId: 'file-system-id-1',
            Lifecycle: 'AVAILABLE',
            FailureDetails: { Message: 'message-1' },
            FileSystemPath: 'file-system-path-1',
            DataRepositoryPath: 'data-repository-path-1',
            BatchImportMetaDataOnCreate: true,
            ImportedFileChunkSize: 1,
            S3: { AutoImportPolicy: { Events: ['CHANGED'] }, AutoExportPolicy: { Events: ['CHANGED'] } },
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            CreationTime: time,
            FileCacheId: 'file-cache-id-1',
            FileCachePath: 'file-cache-path-1',
            DataRepositorySubdirectories: ['data-repository-subdirectorie-1'],
            NFS: { Version: 'NFS3', DnsIps: ['dns-ip-1'], AutoExportPolicy: { Events: ['CHANGED'] } },
          },
        ],
      },
    },
    expected: {
      id: 'association-id-1',
      arn: 'arn:aws:fsx:eu-west-1:123456789012:association/file-system-id-1/association-id-1',
    },
  },
  'AWS::GlobalAccelerator::Accelerator': {
    reason: 'the emulator does not support these',
    responses: {
      ListAccelerators: {
        Accelerators: [
          {
            AcceleratorArn:
              'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555',
            Name: 'name-1',
            IpAddressType: 'DUAL_STACK',
            Enabled: true,
            IpSets: [
              {
                IpFamily: 'ip-family-1',
                IpAddresses: ['ip-addresse-1'],
                IpAddressFamily: 'IPv4',
                IpAddressDetails: [{ IpAddress: 'ip-address-1', NetworkZone: 'network-zone-1' }],
              },
            ],
            DnsName: 'dns-name-1',
            Status: 'DEPLOYED',
            CreatedTime: time,
            LastModifiedTime: time,
            DualStackDnsName: 'dual-stack-dns-name-1',
            Events: [{ Message: 'message-1', Timestamp: time }],
          },
        ],
      },
      ListTagsForResource: {
        Tags: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555',
      arn: 'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555',
      name: 'name-1',
    },
  },
  'AWS::GlobalAccelerator::Listener': {
    reason: 'the emulator does not support these',
    responses: {
      ListAccelerators: {
        Accelerators: [
          {
            AcceleratorArn:
              'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555',
            Name: 'name-1',
            IpAddressType: 'DUAL_STACK',
            Enabled: true,
            IpSets: [
              {
                IpFamily: 'ip-family-1',
                IpAddresses: ['ip-addresse-1'],
                IpAddressFamily: 'IPv4',
                IpAddressDetails: [{ IpAddress: 'ip-address-1', NetworkZone: 'network-zone-1' }],
              },
            ],
            DnsName: 'dns-name-1',
            Status: 'DEPLOYED',
            CreatedTime: time,
            LastModifiedTime: time,
            DualStackDnsName: 'dual-stack-dns-name-1',
            Events: [{ Message: 'message-1', Timestamp: time }],
          },
        ],
      },
      ListListeners: {
        Listeners: [
          {
            ListenerArn:
              'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555/listener/0123',
            PortRanges: [{ FromPort: 443, ToPort: 443 }],
            Protocol: 'TCP',
            ClientAffinity: 'NONE',
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555/listener/0123',
      arn: 'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555/listener/0123',
      name: 'TCP:443',
      tags: false,
    },
  },
  'AWS::GlobalAccelerator::EndpointGroup': {
    reason: 'the emulator does not support these',
    responses: {
      ListAccelerators: {
        Accelerators: [
          {
            AcceleratorArn:
              'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555',
            Name: 'name-1',
            IpAddressType: 'DUAL_STACK',
            Enabled: true,
            IpSets: [
              {
                IpFamily: 'ip-family-1',
                IpAddresses: ['ip-addresse-1'],
                IpAddressFamily: 'IPv4',
                IpAddressDetails: [{ IpAddress: 'ip-address-1', NetworkZone: 'network-zone-1' }],
              },
            ],
            DnsName: 'dns-name-1',
            Status: 'DEPLOYED',
            CreatedTime: time,
            LastModifiedTime: time,
            DualStackDnsName: 'dual-stack-dns-name-1',
            Events: [{ Message: 'message-1', Timestamp: time }],
          },
        ],
      },
      ListListeners: {
        Listeners: [
          {
            ListenerArn:
              'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555/listener/0123',
            PortRanges: [{ FromPort: 1, ToPort: 1 }],
            Protocol: 'TCP',
            ClientAffinity: 'NONE',
          },
        ],
      },
      ListEndpointGroups: {
        EndpointGroups: [
          {
            EndpointGroupArn:
              'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555/listener/0123/endpoint-group/abc',
            EndpointGroupRegion: 'eu-west-1',
            EndpointDescriptions: [
              {
                EndpointId: 'endpoint-id-1',
                Weight: 1,
                HealthState: 'HEALTHY',
                HealthReason: 'health-reason-1',
                ClientIPPreservationEnabled: true,
              },
            ],
            TrafficDialPercentage: 1,
            HealthCheckPort: 1,
            HealthCheckProtocol: 'HTTP',
            HealthCheckPath: 'health-check-path-1',
            HealthCheckIntervalSeconds: 1,
            ThresholdCount: 1,
            PortOverrides: [{ ListenerPort: 1, EndpointPort: 1 }],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555/listener/0123/endpoint-group/abc',
      arn: 'arn:aws:globalaccelerator::123456789012:accelerator/11111111-2222-3333-4444-555555555555/listener/0123/endpoint-group/abc',
      name: 'eu-west-1',
      tags: false,
    },
  },
  'AWS::GlobalAccelerator::CrossAccountAttachment': {
    reason: 'the emulator does not support these',
    responses: {
      ListCrossAccountAttachments: {
        CrossAccountAttachments: [
          {
            AttachmentArn:
              'arn:aws:globalaccelerator::123456789012:attachment/11111111-2222-3333-4444-555555555555',
            Name: 'name-1',
            Principals: ['principal-1'],
            Resources: [{ EndpointId: 'endpoint-id-1', Cidr: 'cidr-1', Region: 'region-1' }],
            LastModifiedTime: time,
            CreatedTime: time,
          },
        ],
      },
      ListTagsForResource: {
        Tags: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:globalaccelerator::123456789012:attachment/11111111-2222-3333-4444-555555555555',
      arn: 'arn:aws:globalaccelerator::123456789012:attachment/11111111-2222-3333-4444-555555555555',
      name: 'name-1',
    },
  },
  'AWS::IAM::MFADevice': {
    reason: 'the emulator does not support these',
    responses: {
      GetAccountAuthorizationDetails: {
        UserDetailList: [
          {
            Path: 'path-1',
            UserName: 'alice',
            UserId: 'user-id-1',
            Arn: 'arn:aws:iam:eu-west-1:123456789012:resource/one',
            CreateDate: time,
            UserPolicyList: [{ PolicyName: 'policy-name-1', PolicyDocument: 'policy-document-1' }],
            GroupList: ['group-list-1'],
            AttachedManagedPolicies: [
              { PolicyName: 'policy-name-1', PolicyArn: 'arn:aws:iam:eu-west-1:123456789012:policy/one' },
            ],
            PermissionsBoundary: {
              PermissionsBoundaryType: 'PermissionsBoundaryPolicy',
              PermissionsBoundaryArn: 'arn:aws:iam:eu-west-1:123456789012:permissions-boundary/one',
            },
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
        GroupDetailList: [
          {
            Path: 'path-1',
            GroupName: 'group-name-1',
            GroupId: 'group-id-1',
            Arn: 'arn:aws:iam:eu-west-1:123456789012:resource/one',
            CreateDate: time,
            GroupPolicyList: [{ PolicyName: 'policy-name-1', PolicyDocument: 'policy-document-1' }],
            AttachedManagedPolicies: [
              { PolicyName: 'policy-name-1', PolicyArn: 'arn:aws:iam:eu-west-1:123456789012:policy/one' },
            ],
          },
        ],
        RoleDetailList: [
          {
            Path: 'path-1',
            RoleName: 'role-name-1',
            RoleId: 'role-id-1',
            Arn: 'arn:aws:iam:eu-west-1:123456789012:resource/one',
            CreateDate: time,
            AssumeRolePolicyDocument: 'assume-role-policy-document-1',
            InstanceProfileList: [
              {
                Path: 'path-1',
                InstanceProfileName: 'instance-profile-name-1',
                InstanceProfileId: 'instance-profile-id-1',
                Arn: 'arn:aws:iam:eu-west-1:123456789012:resource/one',
                CreateDate: time,
                Roles: [
                  {
                    Path: 'path-1',
                    RoleName: 'role-name-1',
                    RoleId: 'role-id-1',
                    Arn: 'arn:aws:iam:eu-west-1:123456789012:resource/one',
                    CreateDate: time,
                    AssumeRolePolicyDocument: 'assume-role-policy-document-1',
                    Description: 'description-1',
                    MaxSessionDuration: 1,
                    Tags: [
                      { Key: 'Environment', Value: 'test' },
                      { Key: 'Owner', Value: 'inventory' },
                    ],
                  },
                ],
                Tags: [
                  { Key: 'Environment', Value: 'test' },
                  { Key: 'Owner', Value: 'inventory' },
                ],
              },
            ],
            RolePolicyList: [{ PolicyName: 'policy-name-1', PolicyDocument: 'policy-document-1' }],
            AttachedManagedPolicies: [
              { PolicyName: 'policy-name-1', PolicyArn: 'arn:aws:iam:eu-west-1:123456789012:policy/one' },
            ],
            PermissionsBoundary: {
              PermissionsBoundaryType: 'PermissionsBoundaryPolicy',
              PermissionsBoundaryArn: 'arn:aws:iam:eu-west-1:123456789012:permissions-boundary/one',
            },
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
            RoleLastUsed: { LastUsedDate: time, Region: 'region-1' },
          },
        ],
        Policies: [
          {
            PolicyName: 'policy-name-1',
            PolicyId: 'policy-id-1',
            Arn: 'arn:aws:iam:eu-west-1:123456789012:resource/one',
            Path: 'path-1',
            DefaultVersionId: 'default-version-id-1',
            AttachmentCount: 1,
            PermissionsBoundaryUsageCount: 1,
            IsAttachable: true,
            Description: 'description-1',
            CreateDate: time,
            UpdateDate: time,
            PolicyVersionList: [
              { Document: 'document-1', VersionId: 'version-id-1', IsDefaultVersion: true, CreateDate: time },
            ],
          },
        ],
      },
      ListMFADevices: {
        MFADevices: [
          {
            UserName: 'alice',
            SerialNumber: 'arn:aws:iam::123456789012:u2f/user/alice/key-1',
            EnableDate: time,
          },
        ],
      },
    },
    expected: { id: 'alice:arn:aws:iam::123456789012:u2f/user/alice/key-1', name: 'key-1', tags: false },
  },
  'AWS::IAM::ServiceSpecificCredential': {
    reason: 'the emulator does not support these',
    responses: {
      ListServiceSpecificCredentials: {
        ServiceSpecificCredentials: [
          {
            UserName: 'alice',
            Status: 'Active',
            ServiceUserName: 'alice-at-123456789012',
            ServiceCredentialAlias: 'service-credential-alias-1',
            CreateDate: time,
            ExpirationDate: time,
            ServiceSpecificCredentialId: 'service-specific-credential-id-1',
            ServiceName: 'service-name-1',
          },
        ],
      },
    },
    expected: { id: 'service-specific-credential-id-1', name: 'alice-at-123456789012', tags: false },
  },
  'AWS::IdentityStore::User': {
    reason: 'the emulator does not support these',
    responses: {
      ListInstances: {
        Instances: [
          {
            InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
            IdentityStoreId: 'identity-store-id-1',
            IdentityStoreArn: 'arn:aws:identitystore::123456789012:identitystore/d-1',
            OwnerAccountId: '123456789012',
            Name: 'name-1',
            CreatedDate: time,
            Status: 'ACTIVE',
            StatusReason: 'status-reason-1',
            PrimaryRegion: 'eu-west-1',
            Regions: [{ RegionName: 'eu-west-1', Status: 'ACTIVE', AddedDate: time, IsPrimaryRegion: true }],
          },
        ],
      },
      ListUsers: {
        Users: [
          {
            IdentityStoreId: 'identity-store-id-1',
            UserId: 'user-id-1',
            UserName: 'user-name-1',
            ExternalIds: [{ Issuer: 'issuer-1', Id: 'id-1' }],
            Name: {
              Formatted: 'formatted-1',
              FamilyName: 'family-name-1',
              GivenName: 'given-name-1',
              MiddleName: 'middle-name-1',
              HonorificPrefix: 'honorific-prefix-1',
              HonorificSuffix: 'honorific-suffix-1',
            },
            DisplayName: 'display-name-1',
            NickName: 'nick-name-1',
            ProfileUrl: 'profile-url-1',
            Emails: [{ Value: 'hunter2', Type: 'type-1', Primary: true }],
            Addresses: [
              {
                StreetAddress: 'hunter2',
                Locality: 'hunter2',
                Region: 'hunter2',
                PostalCode: 'hunter2',
                Country: 'hunter2',
                Formatted: 'hunter2',
                Type: 'hunter2',
                Primary: true,
              },
            ],
            PhoneNumbers: [{ Value: 'hunter2', Type: 'type-1', Primary: true }],
            UserType: 'user-type-1',
            Title: 'title-1',
            PreferredLanguage: 'preferred-language-1',
            Locale: 'locale-1',
            Timezone: 'timezone-1',
            UserStatus: 'DISABLED',
            Photos: [{ Value: 'hunter2', Type: 'hunter2', Display: 'hunter2', Primary: true }],
            Website: 'website-1',
            Birthdate: 'hunter2',
            Roles: [{ Value: 'value-1', Type: 'type-1', Primary: true }],
            CreatedAt: time,
            CreatedBy: 'created-by-1',
            UpdatedAt: time,
            UpdatedBy: 'updated-by-1',
            Extensions: {},
          },
        ],
      },
    },
    expected: {
      id: 'user-id-1|identity-store-id-1',
      arn: 'arn:aws:identitystore:::user/user-id-1',
      name: 'user-name-1',
      tags: false,
    },
  },
  'AWS::IdentityStore::Group': {
    reason: 'the emulator does not support these',
    responses: {
      ListInstances: {
        Instances: [
          {
            InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
            IdentityStoreId: 'identity-store-id-1',
            IdentityStoreArn: 'arn:aws:identitystore::123456789012:identitystore/d-1',
            OwnerAccountId: '123456789012',
            Name: 'name-1',
            CreatedDate: time,
            Status: 'ACTIVE',
            StatusReason: 'status-reason-1',
            PrimaryRegion: 'eu-west-1',
            Regions: [{ RegionName: 'eu-west-1', Status: 'ACTIVE', AddedDate: time, IsPrimaryRegion: true }],
          },
        ],
      },
      ListGroups: {
        Groups: [
          {
            GroupId: 'group-id-1',
            DisplayName: 'display-name-1',
            ExternalIds: [{ Issuer: 'issuer-1', Id: 'id-1' }],
            Description: 'description-1',
            CreatedAt: time,
            UpdatedAt: time,
            CreatedBy: 'created-by-1',
            UpdatedBy: 'updated-by-1',
            IdentityStoreId: 'identity-store-id-1',
          },
        ],
      },
    },
    expected: {
      id: 'group-id-1|identity-store-id-1',
      arn: 'arn:aws:identitystore:::group/group-id-1',
      name: 'display-name-1',
      tags: false,
    },
  },
  'AWS::IdentityStore::GroupMembership': {
    reason: 'the emulator does not support these',
    responses: {
      ListInstances: {
        Instances: [
          {
            InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
            IdentityStoreId: 'identity-store-id-1',
            IdentityStoreArn: 'arn:aws:identitystore::123456789012:identitystore/d-1',
            OwnerAccountId: '123456789012',
            Name: 'name-1',
            CreatedDate: time,
            Status: 'ACTIVE',
            StatusReason: 'status-reason-1',
            PrimaryRegion: 'eu-west-1',
            Regions: [{ RegionName: 'eu-west-1', Status: 'ACTIVE', AddedDate: time, IsPrimaryRegion: true }],
          },
        ],
      },
      ListGroups: {
        Groups: [
          {
            GroupId: 'group-id-1',
            DisplayName: 'display-name-1',
            ExternalIds: [{ Issuer: 'issuer-1', Id: 'id-1' }],
            Description: 'description-1',
            CreatedAt: time,
            UpdatedAt: time,
            CreatedBy: 'created-by-1',
            UpdatedBy: 'updated-by-1',
            IdentityStoreId: 'identity-store-id-1',
          },
        ],
      },
      ListGroupMemberships: {
        GroupMemberships: [
          {
            IdentityStoreId: 'identity-store-id-1',
            MembershipId: 'membership-id-1',
            GroupId: 'group-id-1',
            MemberId: { UserId: 'user-id-1' },
            CreatedAt: time,
            UpdatedAt: time,
            CreatedBy: 'created-by-1',
            UpdatedBy: 'updated-by-1',
          },
        ],
      },
    },
    expected: {
      id: 'membership-id-1|identity-store-id-1',
      arn: 'arn:aws:identitystore:::membership/membership-id-1',
      name: 'user-id-1',
      tags: false,
    },
  },
  'AWS::Lambda::Url': {
    reason: 'the emulator does not support these',
    responses: {
      ListFunctions: {
        Functions: [
          {
            FunctionName: 'function-name-1',
            FunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:resize',
            Runtime: 'dotnet10',
            Role: 'role-1',
            Handler: 'handler-1',
            CodeSize: 1,
            Description: 'description-1',
            Timeout: 1,
            MemorySize: 1,
            LastModified: 'last-modified-1',
            CodeSha256: 'code-sha256-1',
            Version: 'version-1',
            VpcConfig: {
              SubnetIds: ['subnet-id-1'],
              SecurityGroupIds: ['security-group-id-1'],
              VpcId: 'vpc-id-1',
              Ipv6AllowedForDualStack: true,
            },
            DeadLetterConfig: { TargetArn: 'arn:aws:lambda:eu-west-1:123456789012:target/one' },
            Environment: {
              Variables: { 'key-1': 'value-1' },
              Error: { ErrorCode: 'error-code-1', Message: 'message-1' },
            },
            KMSKeyArn: 'arn:aws:lambda:eu-west-1:123456789012:kms-key/one',
            TracingConfig: { Mode: 'Active' },
            MasterArn: 'arn:aws:lambda:eu-west-1:123456789012:master/one',
            RevisionId: 'revision-id-1',
            Layers: [
              {
                Arn: 'arn:aws:lambda:eu-west-1:123456789012:resource/one',
                CodeSize: 1,
                SigningProfileVersionArn: 'arn:aws:lambda:eu-west-1:123456789012:signing-profile-version/one',
                SigningJobArn: 'arn:aws:lambda:eu-west-1:123456789012:signing-job/one',
              },
            ],
            State: 'Active',
            StateReason: 'state-reason-1',
            StateReasonCode: 'CapacityProviderScalingLimitExceeded',
            LastUpdateStatus: 'Failed',
            LastUpdateStatusReason: 'last-update-status-reason-1',
            LastUpdateStatusReasonCode: 'CapacityProviderScalingLimitExceeded',
            FileSystemConfigs: [
              {
                Arn: 'arn:aws:lambda:eu-west-1:123456789012:resource/one',
                LocalMountPath: 'local-mount-path-1',
                S3FilesConfig: { DirectS3Read: 'AUTO' },
              },
            ],
            SigningProfileVersionArn: 'arn:aws:lambda:eu-west-1:123456789012:signing-profile-version/one',
            SigningJobArn: 'arn:aws:lambda:eu-west-1:123456789012:signing-job/one',
            PackageType: 'Image',
            ImageConfigResponse: {
              ImageConfig: {
                EntryPoint: ['entry-point-1'],
                Command: ['command-1'],
                WorkingDirectory: 'working-directory-1',
              },
              Error: { ErrorCode: 'error-code-1', Message: 'message-1' },
            },
            Architectures: ['arm64'],
            EphemeralStorage: { Size: 1 },
            SnapStart: { ApplyOn: 'None', OptimizationStatus: 'Off' },
            RuntimeVersionConfig: {
              RuntimeVersionArn: 'arn:aws:lambda:eu-west-1:123456789012:runtime-version/one',
              Error: { ErrorCode: 'error-code-1', Message: 'message-1' },
            },
            LoggingConfig: {
              LogFormat: 'JSON',
              ApplicationLogLevel: 'DEBUG',
              SystemLogLevel: 'DEBUG',
              LogGroup: 'log-group-1',
            },
            TenancyConfig: { TenantIsolationMode: 'PER_TENANT' },
            CapacityProviderConfig: {
              LambdaManagedInstancesCapacityProviderConfig: {
                CapacityProviderArn: 'arn:aws:lambda:eu-west-1:123456789012:capacity-provider/one',
                PerExecutionEnvironmentMaxConcurrency: 1,
                ExecutionEnvironmentMemoryGiBPerVCpu: 1,
              },
            },
            ConfigSha256: 'config-sha256-1',
            DurableConfig: {
              KMSKeyArn: 'arn:aws:lambda:eu-west-1:123456789012:kms-key/one',
              RetentionPeriodInDays: 1,
              ExecutionTimeout: 1,
            },
          },
        ],
      },
      ListFunctionUrlConfigs: {
        FunctionUrlConfigs: [
          {
            FunctionUrl: 'https://0123456789.lambda-url.eu-west-1.on.aws/',
            FunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:resize',
            CreationTime: '2026-02-03T04:05:06Z',
            LastModifiedTime: '2026-02-03T04:05:06Z',
            Cors: {
              AllowCredentials: true,
              AllowHeaders: ['allow-header-1'],
              AllowMethods: ['allow-method-1'],
              AllowOrigins: ['allow-origin-1'],
              ExposeHeaders: ['expose-header-1'],
              MaxAge: 1,
            },
            AuthType: 'AWS_IAM',
            InvokeMode: 'BUFFERED',
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:lambda:eu-west-1:123456789012:function:resize',
      name: 'https://0123456789.lambda-url.eu-west-1.on.aws/',
      tags: false,
    },
  },
  'AWS::Lambda::CodeSigningConfig': {
    reason: 'the emulator does not support these',
    responses: {
      ListCodeSigningConfigs: {
        CodeSigningConfigs: [
          {
            CodeSigningConfigId: 'code-signing-config-id-1',
            CodeSigningConfigArn:
              'arn:aws:lambda:eu-west-1:123456789012:code-signing-config:csc-0123456789abcdef0',
            Description: 'description-1',
            AllowedPublishers: {
              SigningProfileVersionArns: [
                'arn:aws:lambda:eu-west-1:123456789012:signing-profile-version/one',
              ],
            },
            CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Enforce' },
            LastModified: 'last-modified-1',
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:lambda:eu-west-1:123456789012:code-signing-config:csc-0123456789abcdef0',
      arn: 'arn:aws:lambda:eu-west-1:123456789012:code-signing-config:csc-0123456789abcdef0',
      name: 'description-1',
      tags: false,
    },
  },
  'AWS::Macie::Session': {
    reason: 'the emulator does not support these',
    responses: {
      GetMacieSession: {
        createdAt: time,
        findingPublishingFrequency: 'FIFTEEN_MINUTES',
        serviceRole: 'service-role-1',
        status: 'ENABLED',
        updatedAt: time,
      },
    },
    expected: { id: '123456789012', name: 'Macie in eu-west-1', tags: false },
  },
  'AWS::Macie::ClassificationJob': {
    reason: 'the emulator does not support these',
    responses: {
      ListClassificationJobs: {
        items: [
          {
            bucketCriteria: { excludes: { and: [] }, includes: { and: [] } },
            bucketDefinitions: [{ accountId: 'account-id-1', buckets: ['bucket-1'] }],
            createdAt: time,
            jobId: 'job-id-1',
            jobStatus: 'COMPLETE',
            jobType: 'ONE_TIME',
            lastRunErrorStatus: { code: 'ERROR' },
            name: 'name-1',
            userPausedDetails: {
              jobExpiresAt: time,
              jobImminentExpirationHealthEventArn:
                'arn:aws:macie2:eu-west-1:123456789012:job-imminent-expiration-health-event/one',
              jobPausedAt: time,
            },
          },
        ],
      },
      ListTagsForResource: { tags: { Environment: 'test', Owner: 'inventory' } },
    },
    expected: {
      id: 'job-id-1',
      arn: 'arn:aws:macie2:eu-west-1:123456789012:classification-job/job-id-1',
      name: 'name-1',
    },
  },
  'AWS::Macie::CustomDataIdentifier': {
    reason: 'the emulator does not support these',
    responses: {
      ListCustomDataIdentifiers: {
        items: [
          {
            arn: 'arn:aws:macie2:eu-west-1:123456789012:custom-data-identifier/id-1',
            createdAt: time,
            description: 'description-1',
            id: 'id-1',
            name: 'name-1',
          },
        ],
      },
      ListTagsForResource: { tags: { Environment: 'test', Owner: 'inventory' } },
    },
    expected: {
      id: 'id-1',
      arn: 'arn:aws:macie2:eu-west-1:123456789012:custom-data-identifier/id-1',
      name: 'name-1',
    },
  },
  'AWS::Macie::FindingsFilter': {
    reason: 'the emulator does not support these',
    responses: {
      ListFindingsFilters: {
        findingsFilterListItems: [
          {
            action: 'ARCHIVE',
            arn: 'arn:aws:macie2:eu-west-1:123456789012:findings-filter/id-1',
            id: 'id-1',
            name: 'name-1',
            tags: { Environment: 'test', Owner: 'inventory' },
          },
        ],
      },
    },
    expected: {
      id: 'id-1',
      arn: 'arn:aws:macie2:eu-west-1:123456789012:findings-filter/id-1',
      name: 'name-1',
    },
  },
  'AWS::Macie::AllowList': {
    reason: 'the emulator does not support these',
    responses: {
      ListAllowLists: {
        allowLists: [
          {
            arn: 'arn:aws:macie2:eu-west-1:123456789012:allow-list/id-1',
            createdAt: time,
            description: 'description-1',
            id: 'id-1',
            name: 'name-1',
            updatedAt: time,
          },
        ],
      },
      ListTagsForResource: { tags: { Environment: 'test', Owner: 'inventory' } },
    },
    expected: { id: 'id-1', arn: 'arn:aws:macie2:eu-west-1:123456789012:allow-list/id-1', name: 'name-1' },
  },
  'AWS::MemoryDB::ReservedNode': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeReservedNodes: {
        ReservedNodes: [
          {
            ReservationId: 'reservation-id-1',
            ReservedNodesOfferingId: 'reserved-nodes-offering-id-1',
            NodeType: 'node-type-1',
            StartTime: time,
            Duration: 1,
            FixedPrice: 1,
            NodeCount: 1,
            OfferingType: 'offering-type-1',
            State: 'active',
            RecurringCharges: [
              { RecurringChargeAmount: 1, RecurringChargeFrequency: 'recurring-charge-frequency-1' },
            ],
            ARN: 'arn:aws:memorydb:eu-west-1:123456789012:reservednode/reservation-id-1',
          },
        ],
      },
    },
    expected: {
      id: 'reservation-id-1',
      arn: 'arn:aws:memorydb:eu-west-1:123456789012:reservednode/reservation-id-1',
      name: 'reservation-id-1',
      tags: false,
    },
  },
  'AWS::NetworkFirewall::LoggingConfiguration': {
    reason: 'the emulator does not support these',
    responses: {
      ListFirewalls: {
        Firewalls: [
          {
            FirewallName: 'firewall-name-1',
            FirewallArn: 'arn:aws:network-firewall:eu-west-1:123456789012:firewall/edge',
            TransitGatewayAttachmentId: 'transit-gateway-attachment-id-1',
          },
        ],
      },
      DescribeLoggingConfiguration: {
        FirewallArn: 'arn:aws:network-firewall:eu-west-1:123456789012:firewall/edge',
        LoggingConfiguration: {
          LogDestinationConfigs: [
            {
              LogType: 'ALERT',
              LogDestinationType: 'CloudWatchLogs',
              LogDestination: { 'key-1': 'value-1' },
            },
          ],
        },
        EnableMonitoringDashboard: true,
      },
    },
    expected: {
      id: 'arn:aws:network-firewall:eu-west-1:123456789012:firewall/edge',
      name: 'edge',
      tags: false,
    },
  },
  'AWS::NetworkFirewall::TLSInspectionConfiguration': {
    reason: 'the emulator does not support these',
    responses: {
      ListTLSInspectionConfigurations: {
        TLSInspectionConfigurations: [
          { Name: 'name-1', Arn: 'arn:aws:network-firewall:eu-west-1:123456789012:tls-configuration/name-1' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:network-firewall:eu-west-1:123456789012:tls-configuration/name-1',
      arn: 'arn:aws:network-firewall:eu-west-1:123456789012:tls-configuration/name-1',
      name: 'name-1',
      tags: false,
    },
  },
  'AWS::RDS::ReservedDBInstance': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeReservedDBInstances: {
        ReservedDBInstances: [
          {
            ReservedDBInstanceId: 'reserved-db-instance-id-1',
            ReservedDBInstancesOfferingId: 'reserved-db-instances-offering-id-1',
            DBInstanceClass: 'db-instance-class-1',
            StartTime: time,
            Duration: 1,
            FixedPrice: 1,
            UsagePrice: 1,
            CurrencyCode: 'currency-code-1',
            DBInstanceCount: 1,
            ProductDescription: 'product-description-1',
            OfferingType: 'offering-type-1',
            MultiAZ: true,
            State: 'active',
            RecurringCharges: [
              { RecurringChargeAmount: 1, RecurringChargeFrequency: 'recurring-charge-frequency-1' },
            ],
            ReservedDBInstanceArn: 'arn:aws:rds:eu-west-1:123456789012:ri:reserved-db-instance-id-1',
            LeaseId: 'lease-id-1',
          },
        ],
      },
    },
    expected: {
      id: 'reserved-db-instance-id-1',
      arn: 'arn:aws:rds:eu-west-1:123456789012:ri:reserved-db-instance-id-1',
      name: 'reserved-db-instance-id-1',
      tags: false,
    },
  },
  'AWS::Redshift::ReservedNode': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeReservedNodes: {
        ReservedNodes: [
          {
            ReservedNodeId: 'reserved-node-id-1',
            ReservedNodeOfferingId: 'reserved-node-offering-id-1',
            NodeType: 'node-type-1',
            StartTime: time,
            Duration: 1,
            FixedPrice: 1,
            UsagePrice: 1,
            CurrencyCode: 'currency-code-1',
            NodeCount: 1,
            State: 'active',
            OfferingType: 'offering-type-1',
            RecurringCharges: [
              { RecurringChargeAmount: 1, RecurringChargeFrequency: 'recurring-charge-frequency-1' },
            ],
            ReservedNodeOfferingType: 'Regular',
          },
        ],
      },
    },
    expected: { id: 'reserved-node-id-1', name: '1 node-type-1', tags: false },
  },
  'AWS::RedshiftServerless::Namespace': {
    reason: 'the emulator does not support these',
    responses: {
      ListNamespaces: {
        namespaces: [
          {
            namespaceArn:
              'arn:aws:redshift-serverless:eu-west-1:123456789012:namespace/11111111-2222-3333-4444-555555555555',
            namespaceId: 'namespace-id-1',
            namespaceName: 'namespace-name-1',
            adminUsername: 'admin-username-1',
            dbName: 'db-name-1',
            kmsKeyId: 'kms-key-id-1',
            defaultIamRoleArn: 'arn:aws:redshift-serverless:eu-west-1:123456789012:default-iam-role/one',
            iamRoles: ['iam-role-1'],
            logExports: ['connectionlog'],
            status: 'AVAILABLE',
            creationDate: time,
            adminPasswordSecretArn:
              'arn:aws:redshift-serverless:eu-west-1:123456789012:admin-password-secret/one',
            adminPasswordSecretKmsKeyId: 'admin-password-secret-kms-key-id-1',
            lakehouseRegistrationStatus: 'lakehouse-registration-status-1',
            catalogArn: 'arn:aws:redshift-serverless:eu-west-1:123456789012:catalog/one',
            s3TablePublishStatus: {
              s3Tables: ['s3-table-1'],
              s3TableNamespace: 's3-table-namespace-1',
              s3TableGranularity: 'account',
              enabledAll: true,
              lastIngestionTimes: { 'key-1': 'value-1' },
            },
          },
        ],
      },
      ListTagsForResource: {
        tags: [
          { key: 'Environment', value: 'test' },
          { key: 'Owner', value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'namespace-name-1',
      arn: 'arn:aws:redshift-serverless:eu-west-1:123456789012:namespace/11111111-2222-3333-4444-555555555555',
      name: 'namespace-name-1',
    },
  },
  'AWS::RedshiftServerless::Workgroup': {
    reason: 'the emulator does not support these',
    responses: {
      ListWorkgroups: {
        workgroups: [
          {
            workgroupId: 'workgroup-id-1',
            workgroupArn:
              'arn:aws:redshift-serverless:eu-west-1:123456789012:workgroup/11111111-2222-3333-4444-555555555555',
            workgroupName: 'workgroup-name-1',
            namespaceName: 'namespace-name-1',
            baseCapacity: 1,
            enhancedVpcRouting: true,
            configParameters: [{ parameterKey: 'parameter-key-1', parameterValue: 'parameter-value-1' }],
            securityGroupIds: ['security-group-id-1'],
            subnetIds: ['subnet-id-1'],
            status: 'AVAILABLE',
            endpoint: {
              address: 'address-1',
              port: 1,
              vpcEndpoints: [
                { vpcEndpointId: 'vpc-endpoint-id-1', vpcId: 'vpc-id-1', networkInterfaces: [] },
              ],
            },
            publiclyAccessible: true,
            creationDate: time,
            port: 1,
            customDomainName: 'custom-domain-name-1',
            customDomainCertificateArn:
              'arn:aws:redshift-serverless:eu-west-1:123456789012:custom-domain-certificate/one',
            customDomainCertificateExpiryTime: time,
            workgroupVersion: 'workgroup-version-1',
            patchVersion: 'patch-version-1',
            maxCapacity: 1,
            crossAccountVpcs: ['cross-account-vpc-1'],
            ipAddressType: 'ip-address-type-1',
            pricePerformanceTarget: { status: 'DISABLED', level: 1 },
            trackName: 'track-name-1',
            pendingTrackName: 'pending-track-name-1',
            extraComputeForAutomaticOptimization: true,
          },
        ],
      },
      ListTagsForResource: {
        tags: [
          { key: 'Environment', value: 'test' },
          { key: 'Owner', value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'workgroup-name-1',
      arn: 'arn:aws:redshift-serverless:eu-west-1:123456789012:workgroup/11111111-2222-3333-4444-555555555555',
      name: 'workgroup-name-1',
    },
  },
  'AWS::RedshiftServerless::Snapshot': {
    reason: 'the emulator does not support these',
    responses: {
      ListSnapshots: {
        snapshots: [
          {
            namespaceName: 'namespace-name-1',
            namespaceArn: 'arn:aws:redshift-serverless:eu-west-1:123456789012:namespace/one',
            snapshotName: 'snapshot-name-1',
            snapshotCreateTime: time,
            adminUsername: 'admin-username-1',
            status: 'AVAILABLE',
            kmsKeyId: 'kms-key-id-1',
            ownerAccount: 'owner-account-1',
            totalBackupSizeInMegaBytes: 1,
            actualIncrementalBackupSizeInMegaBytes: 1,
            backupProgressInMegaBytes: 1,
            currentBackupRateInMegaBytesPerSecond: 1,
            estimatedSecondsToCompletion: 1,
            elapsedTimeInSeconds: 1,
            snapshotRetentionPeriod: 1,
            snapshotRemainingDays: 1,
            snapshotRetentionStartTime: time,
            snapshotArn:
              'arn:aws:redshift-serverless:eu-west-1:123456789012:snapshot/11111111-2222-3333-4444-555555555555',
            accountsWithRestoreAccess: ['accounts-with-restore-acces-1'],
            accountsWithProvisionedRestoreAccess: ['accounts-with-provisioned-restore-acces-1'],
            adminPasswordSecretArn:
              'arn:aws:redshift-serverless:eu-west-1:123456789012:admin-password-secret/one',
            adminPasswordSecretKmsKeyId: 'admin-password-secret-kms-key-id-1',
          },
        ],
      },
    },
    expected: {
      id: 'snapshot-name-1',
      arn: 'arn:aws:redshift-serverless:eu-west-1:123456789012:snapshot/11111111-2222-3333-4444-555555555555',
      name: 'snapshot-name-1',
      tags: false,
    },
  },
  'AWS::Route53Domains::Domain': {
    reason: 'the emulator does not support these',
    responses: {
      ListDomains: {
        Domains: [{ DomainName: 'example.com', AutoRenew: true, TransferLock: true, Expiry: time }],
      },
      GetDomainDetail: {
        DomainName: 'example.com',
        Nameservers: [{ Name: 'name-1', GlueIps: ['glue-ip-1'] }],
        AutoRenew: true,
        AdminContact: {
          FirstName: 'hunter2',
          LastName: 'hunter2',
          ContactType: 'hunter2',
          OrganizationName: 'hunter2',
          AddressLine1: 'hunter2',
          AddressLine2: 'hunter2',
          City: 'hunter2',
          State: 'hunter2',
          CountryCode: 'hunter2',
          ZipCode: 'hunter2',
          PhoneNumber: 'hunter2',
          Email: 'hunter2',
          Fax: 'hunter2',
          ExtraParams: [{ Name: 'hunter2', Value: 'hunter2' }],
        },
        RegistrantContact: {
          FirstName: 'hunter2',
          LastName: 'hunter2',
          ContactType: 'hunter2',
          OrganizationName: 'hunter2',
          AddressLine1: 'hunter2',
          AddressLine2: 'hunter2',
          City: 'hunter2',
          State: 'hunter2',
          CountryCode: 'hunter2',
          ZipCode: 'hunter2',
          PhoneNumber: 'hunter2',
          Email: 'hunter2',
          Fax: 'hunter2',
          ExtraParams: [{ Name: 'hunter2', Value: 'hunter2' }],
        },
        TechContact: {
          FirstName: 'hunter2',
          LastName: 'hunter2',
          ContactType: 'hunter2',
          OrganizationName: 'hunter2',
          AddressLine1: 'hunter2',
          AddressLine2: 'hunter2',
          City: 'hunter2',
          State: 'hunter2',
          CountryCode: 'hunter2',
          ZipCode: 'hunter2',
          PhoneNumber: 'hunter2',
          Email: 'hunter2',
          Fax: 'hunter2',
          ExtraParams: [{ Name: 'hunter2', Value: 'hunter2' }],
        },
        AdminPrivacy: true,
        RegistrantPrivacy: true,
        TechPrivacy: true,
        RegistrarName: 'registrar-name-1',
        WhoIsServer: 'who-is-server-1',
        RegistrarUrl: 'registrar-url-1',
        AbuseContactEmail: 'abuse-contact-email-1',
        AbuseContactPhone: 'abuse-contact-phone-1',
        RegistryDomainId: 'registry-domain-id-1',
        CreationDate: time,
        UpdatedDate: time,
        ExpirationDate: time,
        Reseller: 'reseller-1',
        DnsSec: 'dns-sec-1',
        StatusList: ['status-list-1'],
        DnssecKeys: [
          {
            Algorithm: 1,
            Flags: 1,
            PublicKey: 'public-key-1',
            DigestType: 1,
            Digest: 'digest-1',
            KeyTag: 1,
            Id: 'id-1',
          },
        ],
        BillingContact: {
          FirstName: 'hunter2',
          LastName: 'hunter2',
          ContactType: 'hunter2',
          OrganizationName: 'hunter2',
          AddressLine1: 'hunter2',
          AddressLine2: 'hunter2',
          City: 'hunter2',
          State: 'hunter2',
          CountryCode: 'hunter2',
          ZipCode: 'hunter2',
          PhoneNumber: 'hunter2',
          Email: 'hunter2',
          Fax: 'hunter2',
          ExtraParams: [{ Name: 'hunter2', Value: 'hunter2' }],
        },
        BillingPrivacy: true,
      },
      ListTagsForDomain: {
        TagList: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: { id: 'example.com', name: 'example.com' },
  },
  'AWS::SavingsPlans::SavingsPlan': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeSavingsPlans: {
        savingsPlans: [
          {
            offeringId: 'offering-id-1',
            savingsPlanId: 'savings-plan-id-1',
            savingsPlanArn: 'arn:aws:savingsplans::123456789012:savingsplan/savings-plan-id-1',
            description: 'description-1',
            start: 'start-1',
            end: 'end-1',
            state: 'active',
            region: 'region-1',
            ec2InstanceFamily: 'ec2-instance-family-1',
            savingsPlanType: 'Compute',
            paymentOption: 'All Upfront',
            productTypes: ['DMS'],
            currency: 'CNY',
            commitment: 'commitment-1',
            upfrontPaymentAmount: 'upfront-payment-amount-1',
            recurringPaymentAmount: 'recurring-payment-amount-1',
            termDurationInSeconds: 1,
            tags: { Environment: 'test', Owner: 'inventory' },
            returnableUntil: 'returnable-until-1',
          },
        ],
      },
    },
    expected: {
      id: 'savings-plan-id-1',
      arn: 'arn:aws:savingsplans::123456789012:savingsplan/savings-plan-id-1',
      name: 'description-1',
    },
  },
  'AWS::SES::ReceiptRuleSet': {
    reason: 'the emulator does not support these',
    responses: { ListReceiptRuleSets: { RuleSets: [{ Name: 'name-1', CreatedTimestamp: time }] } },
    expected: { id: 'name-1', name: 'name-1', tags: false },
  },
  'AWS::SES::ReceiptRule': {
    reason: 'the emulator does not support these',
    responses: {
      ListReceiptRuleSets: { RuleSets: [{ Name: 'name-1', CreatedTimestamp: time }] },
      DescribeReceiptRuleSet: {
        Metadata: { Name: 'name-1', CreatedTimestamp: time },
        Rules: [
          {
            Name: 'name-1',
            Enabled: true,
            TlsPolicy: 'Optional',
            Recipients: ['recipient-1'],
            Actions: [
              {
                S3Action: {
                  TopicArn: 'arn:aws:ses:eu-west-1:123456789012:topic/one',
                  BucketName: 'bucket-name-1',
                  ObjectKeyPrefix: 'object-key-prefix-1',
                  KmsKeyArn: 'arn:aws:ses:eu-west-1:123456789012:kms-key/one',
                  IamRoleArn: 'arn:aws:ses:eu-west-1:123456789012:iam-role/one',
                },
                BounceAction: {
                  TopicArn: 'arn:aws:ses:eu-west-1:123456789012:topic/one',
                  SmtpReplyCode: 'smtp-reply-code-1',
                  StatusCode: 'status-code-1',
                  Message: 'message-1',
                  Sender: 'sender-1',
                },
                WorkmailAction: {
                  TopicArn: 'arn:aws:ses:eu-west-1:123456789012:topic/one',
                  OrganizationArn: 'arn:aws:ses:eu-west-1:123456789012:organization/one',
                },
                LambdaAction: {
                  TopicArn: 'arn:aws:ses:eu-west-1:123456789012:topic/one',
                  FunctionArn: 'arn:aws:ses:eu-west-1:123456789012:function/one',
                  InvocationType: 'Event',
                },
                StopAction: { Scope: 'RuleSet', TopicArn: 'arn:aws:ses:eu-west-1:123456789012:topic/one' },
                AddHeaderAction: { HeaderName: 'header-name-1', HeaderValue: 'header-value-1' },
                SNSAction: { TopicArn: 'arn:aws:ses:eu-west-1:123456789012:topic/one', Encoding: 'Base64' },
                ConnectAction: {
                  InstanceARN: 'arn:aws:ses:eu-west-1:123456789012:instance/one',
                  IAMRoleARN: 'arn:aws:ses:eu-west-1:123456789012:iam-role/one',
                },
              },
            ],
            ScanEnabled: true,
          },
        ],
      },
    },
    expected: { id: 'name-1/name-1', name: 'name-1', tags: false },
  },
  'AWS::SES::ReceiptFilter': {
    reason: 'the emulator does not support these',
    responses: {
      ListReceiptFilters: { Filters: [{ Name: 'name-1', IpFilter: { Policy: 'Allow', Cidr: 'cidr-1' } }] },
    },
    expected: { id: 'name-1', name: 'name-1', tags: false },
  },
  'AWS::Shield::Subscription': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeSubscription: {
        Subscription: {
          StartTime: time,
          EndTime: time,
          TimeCommitmentInSeconds: 1,
          AutoRenew: 'DISABLED',
          Limits: [{ Type: 'type-1', Max: 1 }],
          ProactiveEngagementStatus: 'DISABLED',
          SubscriptionLimits: {
            ProtectionLimits: { ProtectedResourceTypeLimits: [] },
            ProtectionGroupLimits: { MaxProtectionGroups: 1 },
          },
          SubscriptionArn: 'arn:aws:shield::123456789012:subscription',
        },
      },
    },
    expected: {
      id: 'arn:aws:shield::123456789012:subscription',
      name: 'Shield Advanced of 123456789012',
      tags: false,
    },
  },
  'AWS::Shield::Protection': {
    reason: 'the emulator does not support these',
    responses: {
      ListProtections: {
        Protections: [
          {
            Id: 'id-1',
            Name: 'name-1',
            ResourceArn: 'arn:aws:shield:eu-west-1:123456789012:resource/one',
            HealthCheckIds: ['health-check-id-1'],
            ProtectionArn: 'arn:aws:shield::123456789012:protection/id-1',
            ApplicationLayerAutomaticResponseConfiguration: { Status: 'DISABLED', Action: {} },
          },
        ],
      },
      ListTagsForResource: {
        Tags: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:shield::123456789012:protection/id-1',
      arn: 'arn:aws:shield::123456789012:protection/id-1',
      name: 'name-1',
    },
  },
  'AWS::Shield::ProtectionGroup': {
    reason: 'the emulator does not support these',
    responses: {
      ListProtectionGroups: {
        ProtectionGroups: [
          {
            ProtectionGroupId: 'protection-group-id-1',
            Aggregation: 'MAX',
            Pattern: 'ALL',
            ResourceType: 'APPLICATION_LOAD_BALANCER',
            Members: ['member-1'],
            ProtectionGroupArn: 'arn:aws:shield::123456789012:protection-group/protection-group-id-1',
          },
        ],
      },
      ListTagsForResource: {
        Tags: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:shield::123456789012:protection-group/protection-group-id-1',
      arn: 'arn:aws:shield::123456789012:protection-group/protection-group-id-1',
      name: 'protection-group-id-1',
    },
  },
  'AWS::SSM::ManagedInstance': {
    reason: 'the emulator does not support these',
    responses: {
      DescribeInstanceInformation: {
        InstanceInformationList: [
          {
            InstanceId: 'instance-id-1',
            PingStatus: 'ConnectionLost',
            LastPingDateTime: time,
            AgentVersion: 'agent-version-1',
            IsLatestVersion: true,
            PlatformType: 'Linux',
            PlatformName: 'platform-name-1',
            PlatformVersion: 'platform-version-1',
            ActivationId: 'activation-id-1',
            IamRole: 'iam-role-1',
            RegistrationDate: time,
            ResourceType: 'EC2Instance',
            Name: 'name-1',
            IPAddress: 'ip-address-1',
            ComputerName: 'computer-name-1',
            AssociationStatus: 'association-status-1',
            LastAssociationExecutionDate: time,
            LastSuccessfulAssociationExecutionDate: time,
            AssociationOverview: {
              DetailedStatus: 'detailed-status-1',
              InstanceAssociationStatusAggregatedCount: { 'key-1': 1 },
            },
            SourceId: 'source-id-1',
            SourceType: 'AWS::EC2::Instance',
            SourceLocation: 'source-location-1',
          },
        ],
      },
    },
    expected: {
      id: 'instance-id-1',
      arn: 'arn:aws:ssm:eu-west-1:123456789012:managed-instance/instance-id-1',
      name: 'name-1',
      tags: false,
    },
  },
  'AWS::SSO::Assignment': {
    reason: 'the emulator does not support these',
    responses: {
      ListInstances: {
        Instances: [
          {
            InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
            IdentityStoreId: 'identity-store-id-1',
            IdentityStoreArn: 'arn:aws:identitystore::123456789012:identitystore/d-1',
            OwnerAccountId: '123456789012',
            Name: 'name-1',
            CreatedDate: time,
            Status: 'ACTIVE',
            StatusReason: 'status-reason-1',
            PrimaryRegion: 'eu-west-1',
            Regions: [{ RegionName: 'eu-west-1', Status: 'ACTIVE', AddedDate: time, IsPrimaryRegion: true }],
          },
        ],
      },
      ListPermissionSets: { PermissionSets: ['arn:aws:sso:::permissionSet/ssoins-1/ps-1'] },
      ListAccountsForProvisionedPermissionSet: { AccountIds: ['210987654321'] },
      ListAccountAssignments: {
        AccountAssignments: [
          {
            AccountId: '210987654321',
            PermissionSetArn: 'arn:aws:sso:::permissionSet/ssoins-1/ps-1',
            PrincipalType: 'GROUP',
            PrincipalId: 'principal-id-1',
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:sso:::instance/ssoins-1|210987654321|AWS_ACCOUNT|arn:aws:sso:::permissionSet/ssoins-1/ps-1|GROUP|principal-id-1',
      name: 'GROUP principal-id-1 in 210987654321',
      tags: false,
    },
  },
  'AWS::SSO::Application': {
    reason: 'the emulator does not support these',
    responses: {
      ListInstances: {
        Instances: [
          {
            InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
            IdentityStoreId: 'identity-store-id-1',
            IdentityStoreArn: 'arn:aws:identitystore::123456789012:identitystore/d-1',
            OwnerAccountId: '123456789012',
            Name: 'name-1',
            CreatedDate: time,
            Status: 'ACTIVE',
            StatusReason: 'status-reason-1',
            PrimaryRegion: 'eu-west-1',
            Regions: [{ RegionName: 'eu-west-1', Status: 'ACTIVE', AddedDate: time, IsPrimaryRegion: true }],
          },
        ],
      },
      ListApplications: {
        Applications: [
          {
            ApplicationArn: 'arn:aws:sso::123456789012:application/ssoins-1/apl-1',
            ApplicationProviderArn: 'arn:aws:sso::aws:applicationProvider/custom',
            Name: 'name-1',
            ApplicationAccount: '123456789012',
            InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
            IdentityStoreArn: 'arn:aws:identitystore::123456789012:identitystore/d-1',
            Status: 'DISABLED',
            PortalOptions: {
              SignInOptions: { Origin: 'APPLICATION', ApplicationUrl: 'application-url-1' },
              Visibility: 'DISABLED',
            },
            Description: 'description-1',
            CreatedDate: time,
            CreatedFrom: 'eu-west-1',
          },
        ],
      },
      ListTagsForResource: {
        Tags: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: {
      id: 'arn:aws:sso::123456789012:application/ssoins-1/apl-1',
      arn: 'arn:aws:sso::123456789012:application/ssoins-1/apl-1',
      name: 'name-1',
    },
  },
  'AWS::StorageGateway::Gateway': {
    reason: 'the emulator does not support these',
    responses: {
      ListGateways: {
        Gateways: [
          {
            GatewayId: 'gateway-id-1',
            GatewayARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1',
            GatewayType: 'gateway-type-1',
            GatewayOperationalState: 'gateway-operational-state-1',
            GatewayName: 'gateway-name-1',
            Ec2InstanceId: 'ec2-instance-id-1',
            Ec2InstanceRegion: 'ec2-instance-region-1',
            HostEnvironment: 'EC2',
            HostEnvironmentId: 'host-environment-id-1',
            DeprecationDate: '2026-02-03T04:05:06Z',
            SoftwareVersion: 'software-version-1',
          },
        ],
      },
      DescribeGatewayInformation: {
        GatewayARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1',
        GatewayId: 'gateway-id-1',
        GatewayName: 'gateway-name-1',
        GatewayTimezone: 'gateway-timezone-1',
        GatewayState: 'gateway-state-1',
        GatewayNetworkInterfaces: [
          { Ipv4Address: 'ipv4-address-1', MacAddress: 'mac-address-1', Ipv6Address: 'ipv6-address-1' },
        ],
        GatewayType: 'gateway-type-1',
        NextUpdateAvailabilityDate: '2026-02-03T04:05:06Z',
        LastSoftwareUpdate: '2026-02-03T04:05:06Z',
        Ec2InstanceId: 'ec2-instance-id-1',
        Ec2InstanceRegion: 'ec2-instance-region-1',
        Tags: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
        VPCEndpoint: 'vpc-endpoint-1',
        CloudWatchLogGroupARN: 'arn:aws:storagegateway:eu-west-1:123456789012:cloud-watch-log-group/one',
        HostEnvironment: 'EC2',
        EndpointType: 'endpoint-type-1',
        SoftwareUpdatesEndDate: '2026-02-03T04:05:06Z',
        DeprecationDate: '2026-02-03T04:05:06Z',
        GatewayCapacity: 'Large',
        SupportedGatewayCapacities: ['Large'],
        HostEnvironmentId: 'host-environment-id-1',
        SoftwareVersion: 'software-version-1',
      },
    },
    expected: {
      id: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1',
      arn: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1',
      name: 'gateway-name-1',
    },
  },
  'AWS::StorageGateway::FileShare': {
    reason: 'the emulator does not support these',
    responses: {
      ListFileShares: {
        FileShareInfoList: [
          {
            FileShareType: 'NFS',
            FileShareARN: 'arn:aws:storagegateway:eu-west-1:123456789012:share/share-1',
            FileShareId: 'file-share-id-1',
            FileShareStatus: 'file-share-status-1',
            GatewayARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/one',
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:storagegateway:eu-west-1:123456789012:share/share-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:storagegateway:eu-west-1:123456789012:share/share-1',
      arn: 'arn:aws:storagegateway:eu-west-1:123456789012:share/share-1',
      name: 'file-share-id-1',
    },
  },
  'AWS::StorageGateway::Volume': {
    reason: 'the emulator does not support these',
    responses: {
      ListVolumes: {
        GatewayARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/one',
        VolumeInfos: [
          {
            VolumeARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1/volume/vol-1',
            VolumeId: 'volume-id-1',
            GatewayARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/one',
            GatewayId: 'gateway-id-1',
            VolumeType: 'volume-type-1',
            VolumeSizeInBytes: 1,
            VolumeAttachmentStatus: 'volume-attachment-status-1',
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1/volume/vol-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1/volume/vol-1',
      arn: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-1/volume/vol-1',
      name: 'volume-id-1',
    },
  },
  'AWS::StorageGateway::Tape': {
    reason: 'the emulator does not support these',
    responses: {
      ListTapes: {
        TapeInfos: [
          {
            TapeARN: 'arn:aws:storagegateway:eu-west-1:123456789012:tape/AMZN01',
            TapeBarcode: 'tape-barcode-1',
            TapeSizeInBytes: 1,
            TapeStatus: 'tape-status-1',
            GatewayARN: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/one',
            PoolId: 'pool-id-1',
            RetentionStartDate: time,
            PoolEntryDate: time,
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:storagegateway:eu-west-1:123456789012:tape/AMZN01',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:storagegateway:eu-west-1:123456789012:tape/AMZN01',
      arn: 'arn:aws:storagegateway:eu-west-1:123456789012:tape/AMZN01',
      name: 'tape-barcode-1',
    },
  },
  'AWS::StorageGateway::TapePool': {
    reason: 'the emulator does not support these',
    responses: {
      ListTapePools: {
        PoolInfos: [
          {
            PoolARN: 'arn:aws:storagegateway:eu-west-1:123456789012:tapepool/pool-1',
            PoolName: 'pool-name-1',
            StorageClass: 'DEEP_ARCHIVE',
            RetentionLockType: 'COMPLIANCE',
            RetentionLockTimeInDays: 1,
            PoolStatus: 'ACTIVE',
          },
        ],
      },
      GetResources: {
        ResourceTagMappingList: [
          {
            ResourceARN: 'arn:aws:storagegateway:eu-west-1:123456789012:tapepool/pool-1',
            Tags: [
              { Key: 'Environment', Value: 'test' },
              { Key: 'Owner', Value: 'inventory' },
            ],
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:storagegateway:eu-west-1:123456789012:tapepool/pool-1',
      arn: 'arn:aws:storagegateway:eu-west-1:123456789012:tapepool/pool-1',
      name: 'pool-name-1',
    },
  },
  'AWS::WAFv2::WebACLAssociation': {
    reason: 'the emulator does not support these',
    responses: {
      ListWebACLs: {
        WebACLs: [
          {
            Name: 'name-1',
            Id: 'id-1',
            Description: 'description-1',
            LockToken: 'lock-token-1',
            ARN: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/edge/id-1',
          },
        ],
      },
      // One call per resource type; only the first type has a resource.
      ListResourcesForWebACL: [
        { ResourceArns: ['arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/0123'] },
        { ResourceArns: [] },
      ],
    },
    expected: {
      id: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/0123|arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/edge/id-1',
      name: 'loadbalancer/app/web/0123',
      tags: false,
    },
  },
  'AWS::WAFv2::LoggingConfiguration': {
    reason: 'the emulator does not support these',
    responses: {
      ListLoggingConfigurations: {
        LoggingConfigurations: [
          {
            ResourceArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/edge/id-1',
            LogDestinationConfigs: ['log-destination-config-1'],
            RedactedFields: [
              {
                SingleHeader: { Name: 'name-1' },
                SingleQueryArgument: { Name: 'name-1' },
                AllQueryArguments: {},
                UriPath: {},
                QueryString: {},
                Body: { OversizeHandling: 'CONTINUE' },
                Method: {},
                JsonBody: {
                  MatchScope: 'ALL',
                  InvalidFallbackBehavior: 'EVALUATE_AS_STRING',
                  OversizeHandling: 'CONTINUE',
                },
                Headers: { MatchScope: 'ALL', OversizeHandling: 'CONTINUE' },
                Cookies: { MatchScope: 'ALL', OversizeHandling: 'CONTINUE' },
                HeaderOrder: { OversizeHandling: 'CONTINUE' },
                JA3Fingerprint: { FallbackBehavior: 'MATCH' },
                JA4Fingerprint: { FallbackBehavior: 'MATCH' },
                UriFragment: { FallbackBehavior: 'MATCH' },
              },
            ],
            ManagedByFirewallManager: true,
            LoggingFilter: {
              Filters: [{ Behavior: 'DROP', Requirement: 'MEETS_ALL', Conditions: [] }],
              DefaultBehavior: 'DROP',
            },
            LogType: 'WAF_LOGS',
            LogScope: 'CLOUDWATCH_TELEMETRY_RULE_MANAGED',
          },
        ],
      },
    },
    expected: {
      id: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/edge/id-1',
      name: 'edge/id-1',
      tags: false,
    },
  },
  'AWS::S3::AccessPoint': {
    reason: 'the emulator returns access points of every region, with ARNs of us-east-1',
    responses: {
      ListAccessPoints: {
        AccessPointList: [
          {
            Name: 'name-1',
            NetworkOrigin: 'Internet',
            VpcConfiguration: { VpcId: 'vpc-id-1' },
            Bucket: 'bucket-1',
            AccessPointArn: 'arn:aws:s3:eu-west-1:123456789012:accesspoint/name-1',
            Alias: 'alias-1',
            BucketAccountId: 'bucket-account-id-1',
            DataSourceId: 'data-source-id-1',
            DataSourceType: 'data-source-type-1',
          },
        ],
      },
      GetAccessPoint: {
        Name: 'name-1',
        Bucket: 'bucket-1',
        NetworkOrigin: 'Internet',
        VpcConfiguration: { VpcId: 'vpc-id-1' },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          IgnorePublicAcls: true,
          BlockPublicPolicy: true,
          RestrictPublicBuckets: true,
        },
        CreationDate: time,
        Alias: 'alias-1',
        AccessPointArn: 'arn:aws:s3:eu-west-1:123456789012:accesspoint/name-1',
        Endpoints: { 'key-1': 'value-1' },
        BucketAccountId: 'bucket-account-id-1',
        DataSourceId: 'data-source-id-1',
        DataSourceType: 'data-source-type-1',
      },
      GetAccessPointPolicy: { Policy: '{"Version":"2012-10-17","Statement":[]}' },
      ListTagsForResource: {
        Tags: [
          { Key: 'Environment', Value: 'test' },
          { Key: 'Owner', Value: 'inventory' },
        ],
      },
    },
    expected: { id: 'name-1', arn: 'arn:aws:s3:eu-west-1:123456789012:accesspoint/name-1', name: 'name-1' },
  },
};
