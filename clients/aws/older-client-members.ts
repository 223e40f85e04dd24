import { NormalizedSchema } from '@smithy/core/schema';

/** A structure (member → its members), a list (`[element]`), a map (`{ '*': value }`), or null for every other value. */
export type KnownMembers = null | readonly [KnownMembers] | { readonly [member: string]: KnownMembers };

const schemas = new Map<string, NormalizedSchema | undefined>();

/**
 * Returns the schema of an operation's output for a client of 2024 or earlier, which has none; `undefined` for operations that no
 * collector calls.
 *
 * @param operation `<client> <operation>`, e.g. `mwaa GetEnvironment`
 */
export function olderOutputSchema(operation: string): NormalizedSchema | undefined {
  if (!schemas.has(operation)) {
    const members = Object.hasOwn(membersOfOperation, operation) ? membersOfOperation[operation] : undefined;
    schemas.set(operation, members === undefined ? undefined : schemaOf(members));
  }
  return schemas.get(operation);
}

/** Source: `StaticListSchema`, `StaticMapSchema` and `StaticStructureSchema` of @smithy/types. 0 is a text. */
function schemaOf(members: KnownMembers): NormalizedSchema {
  if (members === null) return NormalizedSchema.of(0);
  if (isList(members)) return NormalizedSchema.of([1, 'older', 'list', 0, schemaOf(members[0])]);
  if (members['*'] !== undefined)
    return NormalizedSchema.of([2, 'older', 'map', 0, 0, schemaOf(members['*'])]);
  const names = Object.keys(members);
  const inner = names.map((name) => schemaOf(members[name] ?? null));
  return NormalizedSchema.of([3, 'older', 'structure', 0, names, inner]);
}

function isList(members: KnownMembers): members is readonly [KnownMembers] {
  return Array.isArray(members);
}

/** By client and operation. A test compares the table with the declarations of the installed clients. */
export const membersOfOperation: Readonly<Record<string, KnownMembers>> = {
  'acm-pca ListCertificateAuthorities': {
    CertificateAuthorities: [
      {
        Arn: null,
        OwnerAccount: null,
        CreatedAt: null,
        LastStateChangeAt: null,
        Type: null,
        Serial: null,
        Status: null,
        NotBefore: null,
        NotAfter: null,
        FailureReason: null,
        CertificateAuthorityConfiguration: {
          KeyAlgorithm: null,
          SigningAlgorithm: null,
          Subject: {
            Country: null,
            Organization: null,
            OrganizationalUnit: null,
            DistinguishedNameQualifier: null,
            State: null,
            CommonName: null,
            SerialNumber: null,
            Locality: null,
            Title: null,
            Surname: null,
            GivenName: null,
            Initials: null,
            Pseudonym: null,
            GenerationQualifier: null,
            CustomAttributes: [{ ObjectIdentifier: null, Value: null }],
          },
          CsrExtensions: {
            KeyUsage: {
              DigitalSignature: null,
              NonRepudiation: null,
              KeyEncipherment: null,
              DataEncipherment: null,
              KeyAgreement: null,
              KeyCertSign: null,
              CRLSign: null,
              EncipherOnly: null,
              DecipherOnly: null,
            },
            SubjectInformationAccess: [
              {
                AccessMethod: { CustomObjectIdentifier: null, AccessMethodType: null },
                AccessLocation: {
                  OtherName: { TypeId: null, Value: null },
                  Rfc822Name: null,
                  DnsName: null,
                  DirectoryName: {
                    Country: null,
                    Organization: null,
                    OrganizationalUnit: null,
                    DistinguishedNameQualifier: null,
                    State: null,
                    CommonName: null,
                    SerialNumber: null,
                    Locality: null,
                    Title: null,
                    Surname: null,
                    GivenName: null,
                    Initials: null,
                    Pseudonym: null,
                    GenerationQualifier: null,
                    CustomAttributes: [{ ObjectIdentifier: null, Value: null }],
                  },
                  EdiPartyName: { PartyName: null, NameAssigner: null },
                  UniformResourceIdentifier: null,
                  IpAddress: null,
                  RegisteredId: null,
                },
              },
            ],
          },
        },
        RevocationConfiguration: {
          CrlConfiguration: {
            Enabled: null,
            ExpirationInDays: null,
            CustomCname: null,
            S3BucketName: null,
            S3ObjectAcl: null,
            CrlDistributionPointExtensionConfiguration: { OmitExtension: null },
          },
          OcspConfiguration: { Enabled: null, OcspCustomCname: null },
        },
        RestorableUntil: null,
        KeyStorageSecurityStandard: null,
        UsageMode: null,
      },
    ],
    NextToken: null,
  },
  'acm-pca ListTags': { Tags: [{ Key: null, Value: null }], NextToken: null },
  'cloudhsm-v2 DescribeBackups': {
    Backups: [
      {
        BackupId: null,
        BackupState: null,
        ClusterId: null,
        CreateTimestamp: null,
        CopyTimestamp: null,
        NeverExpires: null,
        SourceRegion: null,
        SourceBackup: null,
        SourceCluster: null,
        DeleteTimestamp: null,
        TagList: [{ Key: null, Value: null }],
      },
    ],
    NextToken: null,
  },
  'cloudhsm-v2 DescribeClusters': {
    Clusters: [
      {
        BackupPolicy: null,
        BackupRetentionPolicy: { Type: null, Value: null },
        ClusterId: null,
        CreateTimestamp: null,
        Hsms: [
          {
            AvailabilityZone: null,
            ClusterId: null,
            SubnetId: null,
            EniId: null,
            EniIp: null,
            HsmId: null,
            State: null,
            StateMessage: null,
          },
        ],
        HsmType: null,
        PreCoPassword: null,
        SecurityGroup: null,
        SourceBackupId: null,
        State: null,
        StateMessage: null,
        SubnetMapping: { '*': null },
        VpcId: null,
        Certificates: {
          ClusterCsr: null,
          HsmCertificate: null,
          AwsHardwareCertificate: null,
          ManufacturerHardwareCertificate: null,
          ClusterCertificate: null,
        },
        TagList: [{ Key: null, Value: null }],
      },
    ],
    NextToken: null,
  },
  'emr-containers ListVirtualClusters': {
    virtualClusters: [
      {
        id: null,
        name: null,
        arn: null,
        state: null,
        containerProvider: { type: null, id: null, info: { eksInfo: { namespace: null } } },
        createdAt: null,
        tags: { '*': null },
        securityConfigurationId: null,
      },
    ],
    nextToken: null,
  },
  'mwaa GetEnvironment': {
    Environment: {
      Name: null,
      Status: null,
      Arn: null,
      CreatedAt: null,
      WebserverUrl: null,
      ExecutionRoleArn: null,
      ServiceRoleArn: null,
      KmsKey: null,
      AirflowVersion: null,
      SourceBucketArn: null,
      DagS3Path: null,
      PluginsS3Path: null,
      PluginsS3ObjectVersion: null,
      RequirementsS3Path: null,
      RequirementsS3ObjectVersion: null,
      StartupScriptS3Path: null,
      StartupScriptS3ObjectVersion: null,
      AirflowConfigurationOptions: { '*': null },
      EnvironmentClass: null,
      MaxWorkers: null,
      NetworkConfiguration: { SubnetIds: [null], SecurityGroupIds: [null] },
      LoggingConfiguration: {
        DagProcessingLogs: { Enabled: null, LogLevel: null, CloudWatchLogGroupArn: null },
        SchedulerLogs: { Enabled: null, LogLevel: null, CloudWatchLogGroupArn: null },
        WebserverLogs: { Enabled: null, LogLevel: null, CloudWatchLogGroupArn: null },
        WorkerLogs: { Enabled: null, LogLevel: null, CloudWatchLogGroupArn: null },
        TaskLogs: { Enabled: null, LogLevel: null, CloudWatchLogGroupArn: null },
      },
      LastUpdate: {
        Status: null,
        CreatedAt: null,
        Error: { ErrorCode: null, ErrorMessage: null },
        Source: null,
      },
      WeeklyMaintenanceWindowStart: null,
      Tags: { '*': null },
      WebserverAccessMode: null,
      MinWorkers: null,
      Schedulers: null,
      WebserverVpcEndpointService: null,
      DatabaseVpcEndpointService: null,
      CeleryExecutorQueue: null,
      EndpointManagement: null,
    },
  },
  'mwaa ListEnvironments': { Environments: [null], NextToken: null },
  'networkmanager DescribeGlobalNetworks': {
    GlobalNetworks: [
      {
        GlobalNetworkId: null,
        GlobalNetworkArn: null,
        Description: null,
        CreatedAt: null,
        State: null,
        Tags: [{ Key: null, Value: null }],
      },
    ],
    NextToken: null,
  },
  'networkmanager ListCoreNetworks': {
    CoreNetworks: [
      {
        CoreNetworkId: null,
        CoreNetworkArn: null,
        GlobalNetworkId: null,
        OwnerAccountId: null,
        State: null,
        Description: null,
        Tags: [{ Key: null, Value: null }],
      },
    ],
    NextToken: null,
  },
  'osis GetPipeline': {
    Pipeline: {
      PipelineName: null,
      PipelineArn: null,
      MinUnits: null,
      MaxUnits: null,
      Status: null,
      StatusReason: { Description: null },
      PipelineConfigurationBody: null,
      CreatedAt: null,
      LastUpdatedAt: null,
      IngestEndpointUrls: [null],
      LogPublishingOptions: { IsLoggingEnabled: null, CloudWatchLogDestination: { LogGroup: null } },
      VpcEndpoints: [
        { VpcEndpointId: null, VpcId: null, VpcOptions: { SubnetIds: [null], SecurityGroupIds: [null] } },
      ],
    },
  },
  'osis ListPipelines': {
    NextToken: null,
    Pipelines: [
      {
        Status: null,
        StatusReason: { Description: null },
        PipelineName: null,
        PipelineArn: null,
        MinUnits: null,
        MaxUnits: null,
        CreatedAt: null,
        LastUpdatedAt: null,
      },
    ],
  },
  'osis ListTagsForResource': { Tags: [{ Key: null, Value: null }] },
  'route53resolver ListResolverEndpoints': {
    NextToken: null,
    MaxResults: null,
    ResolverEndpoints: [
      {
        Id: null,
        CreatorRequestId: null,
        Arn: null,
        Name: null,
        SecurityGroupIds: [null],
        Direction: null,
        IpAddressCount: null,
        HostVPCId: null,
        Status: null,
        StatusMessage: null,
        CreationTime: null,
        ModificationTime: null,
        OutpostArn: null,
        PreferredInstanceType: null,
        ResolverEndpointType: null,
        Protocols: [null],
      },
    ],
  },
  'route53resolver ListResolverQueryLogConfigs': {
    NextToken: null,
    TotalCount: null,
    TotalFilteredCount: null,
    ResolverQueryLogConfigs: [
      {
        Id: null,
        OwnerId: null,
        Status: null,
        ShareStatus: null,
        AssociationCount: null,
        Arn: null,
        Name: null,
        DestinationArn: null,
        CreatorRequestId: null,
        CreationTime: null,
      },
    ],
  },
  'route53resolver ListResolverRuleAssociations': {
    NextToken: null,
    MaxResults: null,
    ResolverRuleAssociations: [
      { Id: null, ResolverRuleId: null, Name: null, VPCId: null, Status: null, StatusMessage: null },
    ],
  },
  'route53resolver ListResolverRules': {
    NextToken: null,
    MaxResults: null,
    ResolverRules: [
      {
        Id: null,
        CreatorRequestId: null,
        Arn: null,
        DomainName: null,
        Status: null,
        StatusMessage: null,
        RuleType: null,
        Name: null,
        TargetIps: [{ Ip: null, Port: null, Ipv6: null, Protocol: null }],
        ResolverEndpointId: null,
        OwnerId: null,
        ShareStatus: null,
        CreationTime: null,
        ModificationTime: null,
      },
    ],
  },
  'route53resolver ListTagsForResource': { Tags: [{ Key: null, Value: null }], NextToken: null },
  'synthetics DescribeCanaries': {
    Canaries: [
      {
        Id: null,
        Name: null,
        Code: { SourceLocationArn: null, Handler: null },
        ExecutionRoleArn: null,
        Schedule: { Expression: null, DurationInSeconds: null },
        RunConfig: { TimeoutInSeconds: null, MemoryInMB: null, ActiveTracing: null },
        SuccessRetentionPeriodInDays: null,
        FailureRetentionPeriodInDays: null,
        Status: { State: null, StateReason: null, StateReasonCode: null },
        Timeline: { Created: null, LastModified: null, LastStarted: null, LastStopped: null },
        ArtifactS3Location: null,
        EngineArn: null,
        RuntimeVersion: null,
        VpcConfig: { VpcId: null, SubnetIds: [null], SecurityGroupIds: [null] },
        VisualReference: {
          BaseScreenshots: [{ ScreenshotName: null, IgnoreCoordinates: [null] }],
          BaseCanaryRunId: null,
        },
        Tags: { '*': null },
        ArtifactConfig: { S3Encryption: { EncryptionMode: null, KmsKeyArn: null } },
      },
    ],
    NextToken: null,
  },
};
