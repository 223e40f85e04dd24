/**
 * Permission group → names of its services in CloudFormation. Generated with `groupServices` of
 * dev/cloud-control/group-services.ts from the categories of AWS services; a test compares the two. A group's actions fit in
 * one policy of the role template.
 */
export const serviceGroups: Readonly<Record<string, string>> = {
  'ai-platforms': 'Bedrock BedrockAgentCore SageMaker',
  'ai-services':
    'AIOps AWSExternalAnthropic BedrockMantle CleanRoomsML Comprehend DevOpsAgent DevOpsGuru Forecast ' +
    'FraudDetector HealthImaging HealthLake Kendra KendraRanking Lex LookoutEquipment LookoutVision ' +
    'NovaAct Omics Panorama Personalize QBusiness Rekognition Transcribe',
  analytics:
    'APS Athena DataBrew DataPipeline EMR EMRContainers EMRServerless Glue Grafana KafkaConnect Kinesis ' +
    'KinesisAnalyticsV2 KinesisFirehose KinesisVideo LakeFormation MSK OSIS OpenSearchServerless ' +
    'OpenSearchService Redshift RedshiftServerless',
  'business-applications':
    'AppStream AppTest Chime DMS DataSync M2 Pinpoint RefactorSpaces SCN SES SMSVOICE Transfer WorkSpaces ' +
    'WorkSpacesThinClient WorkSpacesWeb WorkspacesInstances',
  compute:
    'AppRunner Batch Braket ComputeOptimizer ECR ECS EKS ElasticBeanstalk GroundStation ImageBuilder ' +
    'Lambda ManagedBlockchain PCS QLDB SimSpaceWeaver',
  'contact-center': 'Cases Connect ConnectCampaigns ConnectCampaignsV2 CustomerProfiles VoiceID Wisdom',
  'data-sharing': 'CleanRooms DataZone EntityResolution FinSpace NeptuneGraph ODB QuickSight',
  'developer-tools':
    'AmazonMQ Amplify AmplifyUIBuilder AppFlow AppIntegrations AppSync B2BI CodeArtifact CodeBuild ' +
    'CodeConnections CodeDeploy CodeGuruProfiler CodeGuruReviewer CodePipeline CodeStarConnections ' +
    'DeviceFarm EventSchemas Events FIS Location MWAA MWAAServerless Pipes SNS SQS Scheduler ' +
    'StepFunctions XRay',
  dns:
    'Route53 Route53GlobalResolver Route53Profiles Route53RecoveryControl Route53RecoveryReadiness ' +
    'Route53Resolver',
  ec2: 'AutoScaling EC2 EVS Lightsail Outposts',
  governance:
    'AppConfig ApplicationAutoScaling BCM BCMDataExports BcmPricingCalculator Billing BillingConductor ' +
    'Budgets CE CUR CloudFormation CloudTrail Config ControlTower Invoicing LicenseManager Organizations ' +
    'PaymentCryptography Proton RTBFabric Rbin ResourceExplorer2 ResourceGroups RoboMaker ServiceCatalog ' +
    'ServiceCatalogAppRegistry WellArchitected',
  identity:
    'ACMPCA CertificateManager Cognito DirectoryService IAM IdentityStore KMS MPA PCAConnectorAD ' +
    'PCAConnectorSCEP RAM RolesAnywhere SSO SecretsManager Signer VerifiedPermissions',
  'internet-of-things':
    'GreengrassV2 IoT IoTAnalytics IoTCoreDeviceAdvisor IoTEvents IoTFleetHub IoTFleetWise IoTSiteWise ' +
    'IoTTwinMaker IoTWireless',
  'media-and-games':
    'Deadline ElementalInference GameLift GameLiftStreams IVS IVSChat MediaConnect MediaLive MediaPackage ' +
    'MediaPackageV2 MediaTailor',
  networking:
    'ApiGateway ApiGatewayV2 CloudFront DirectConnect ElasticLoadBalancing ElasticLoadBalancingV2 ' +
    'GlobalAccelerator Interconnect InternetMonitor NetworkFlowMonitor NetworkManager ServiceDiscovery ' +
    'VpcLattice',
  operations:
    'ARCRegionSwitch ARCZonalShift ApplicationInsights ApplicationSignals Chatbot CloudWatch ' +
    'CodeStarNotifications Evidently LaunchWizard Logs Notifications NotificationsContacts Oam ' +
    'ObservabilityAdmin RUM ResilienceHub ResilienceHubV2 SSM SSMContacts SSMGuiConnect SSMIncidents ' +
    'SSMQuickSetup SupportApp Synthetics SystemsManagerSAP',
  security:
    'AccessAnalyzer AuditManager Detective FMS GuardDuty Inspector InspectorV2 Macie NetworkFirewall ' +
    'SecurityAgent SecurityHub SecurityLake Shield WAFv2',
  'storage-and-databases':
    'Backup BackupGateway Cassandra DSQL DocDB DocDBElastic DynamoDB EFS ElastiCache FSx MemoryDB Neptune ' +
    'RDS S3 S3Express S3Files S3ObjectLambda S3Outposts S3Tables S3Vectors StorageGateway Timestream',
};
