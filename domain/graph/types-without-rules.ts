/**
 * Types of resources that no edge rule reads and none can find, with the reason. Every type without a rule is in the table, so
 * that a new one gets a rule or a reason.
 */
export const typesWithoutRules: readonly { readonly reason: string; readonly types: readonly string[] }[] = [
  {
    reason: 'A setting of the account or region, which names no other resource',
    types: [
      'AWS::EC2::ImageBlockPublicAccess',
      'AWS::EC2::InstanceMetadataDefaults',
      'AWS::EC2::SnapshotBlockPublicAccess',
      'AWS::EC2::VPCBlockPublicAccessOptions',
      'AWS::IAM::AccountAlias',
      'AWS::IAM::AccountPasswordPolicy',
      'AWS::IAM::AccountSummary',
      'AWS::ResourceExplorer2::Index',
      'AWS::S3::AccountPublicAccessBlock',
      'AWS::SecurityHub::Hub',
      'AWS::Shield::Subscription',
    ],
  },
  {
    reason: 'A contract on prices or capacity; it names classes, not resources',
    types: [
      'AWS::Athena::CapacityReservation',
      'AWS::EC2::ReservedInstances',
      'AWS::ElastiCache::ReservedCacheNode',
      'AWS::MemoryDB::ReservedNode',
      'AWS::OpenSearchService::ReservedInstance',
      'AWS::RDS::ReservedDBInstance',
      'AWS::Redshift::ReservedNode',
      'AWS::SavingsPlans::SavingsPlan',
    ],
  },
  {
    reason: 'A filter or list of values, not of resources',
    types: [
      'AWS::FMS::ApplicationsList',
      'AWS::FMS::ProtocolsList',
      'AWS::InspectorV2::Filter',
      'AWS::LakeFormation::Tag',
      'AWS::Macie::AllowList',
      'AWS::Macie::CustomDataIdentifier',
      'AWS::Macie::FindingsFilter',
      'AWS::ResourceExplorer2::View',
      'AWS::SES::ContactList',
      'AWS::SES::ReceiptFilter',
      'AWS::SSM::PatchBaseline',
    ],
  },
  {
    reason: 'What it is attached to or contains is not read: the calls that return it are not made',
    types: [
      'AWS::CloudFormation::StackSet',
      'AWS::FMS::ResourceSet',
      'AWS::IoT::Policy',
      'AWS::IoT::ThingGroup',
      'AWS::Lambda::CodeSigningConfig',
      'AWS::SSM::MaintenanceWindow',
      'AWS::ServiceCatalog::Portfolio',
      'AWS::ServiceCatalogAppRegistry::Application',
    ],
  },
  {
    reason: 'Its definition is not read, or is a document in which names stand in free form',
    types: [
      'AWS::Athena::DataCatalog',
      'AWS::Bedrock::Flow',
      'AWS::Bedrock::Prompt',
      'AWS::CloudWatch::Dashboard',
      'AWS::EC2::IPAM',
      'AWS::FMS::Policy',
    ],
  },
  {
    reason:
      'It names only what AWS owns, such as foundation models and registrars, or what has no type in the inventory',
    types: [
      'AWS::Bedrock::ApplicationInferenceProfile',
      'AWS::Route53Domains::Domain',
      'AWS::SageMaker::ModelPackageGroup',
    ],
  },
];
