/**
 * Types of tier B (resources of the Cloud Control API) that edge rules may name as targets. Any other name of a type that
 * is not in tier A is a spelling mistake.
 */
export const tierBTargetTypes: ReadonlySet<string> = new Set([
  'AWS::CloudFront::KeyValueStore',
  'AWS::CloudFront::RealtimeLogConfig',
  'AWS::CloudFront::VpcOrigin',
  'AWS::CodeConnections::Connection',
  'AWS::CodeStarConnections::Connection',
  'AWS::DAX::ParameterGroup',
  'AWS::DAX::SubnetGroup',
  'AWS::DMS::Certificate',
  'AWS::DataSync::LocationAzureBlob',
  'AWS::DataSync::LocationEFS',
  'AWS::DataSync::LocationFSxLustre',
  'AWS::DataSync::LocationFSxONTAP',
  'AWS::DataSync::LocationFSxOpenZFS',
  'AWS::DataSync::LocationFSxWindows',
  'AWS::DataSync::LocationHDFS',
  'AWS::DataSync::LocationNFS',
  'AWS::DataSync::LocationObjectStorage',
  'AWS::DataSync::LocationS3',
  'AWS::DataSync::LocationSMB',
  'AWS::ECR::PublicRepository',
  'AWS::ElastiCache::GlobalReplicationGroup',
  'AWS::ElastiCache::UserGroup',
  'AWS::MemoryDB::ACL',
  'AWS::MemoryDB::ParameterGroup',
  'AWS::SES::MailManagerArchive',
  'AWS::SageMaker::ModelPackage',
  'AWS::SageMaker::NotebookInstanceLifecycleConfig',
  'AWS::Transfer::Workflow',
]);
