/**
 * Returns the keys of a type's configuration that collectors read only since a later rule set than `ruleSet`. A resource that
 * an older release stored has none of them, so their first reading is no change of the resource.
 */
export function keysReadSince(resourceType: string, ruleSet: number): readonly string[] {
  return keysByRuleSet.flatMap(({ since, keys }) => (since > ruleSet ? (keys[resourceType] ?? []) : []));
}

/**
 * Keys that detail calls or fields of the parent add to the configurations of existing types, by the `RULE_SET_VERSION` of
 * their release.
 */
export const keysByRuleSet: readonly {
  readonly since: number;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    since: 4,
    keys: {
      'AWS::CloudFront::Distribution': ['Logging', 'DefaultRootObject'],
      'AWS::CloudTrail::Trail': ['Status'],
      'AWS::Config::ConfigurationRecorder': ['status'],
      'AWS::DynamoDB::Table': ['ContinuousBackups', 'TimeToLive', 'ResourcePolicy'],
      'AWS::EC2::Image': ['LaunchPermissions'],
      'AWS::EC2::Snapshot': ['CreateVolumePermissions'],
      'AWS::EC2::VPC': ['EnableDnsSupport', 'EnableDnsHostnames'],
      'AWS::EFS::FileSystem': ['Policy'],
      'AWS::ElasticLoadBalancing::LoadBalancer': ['LoadBalancerAttributes'],
      'AWS::ElasticLoadBalancingV2::TargetGroup': ['Attributes'],
      'AWS::IAM::Role': ['Description', 'MaxSessionDuration'],
      'AWS::IAM::User': ['MFADevices'],
      'AWS::RDS::DBClusterSnapshot': ['DBClusterSnapshotAttributes'],
      'AWS::RDS::DBSnapshot': ['DBSnapshotAttributes'],
      'AWS::S3::Bucket': ['Acl', 'ObjectLockConfiguration', 'PolicyStatus', 'Website'],
      'AWS::SecretsManager::Secret': ['ResourcePolicy'],
    },
  },
  {
    since: 9,
    keys: {
      'AWS::ElasticLoadBalancingV2::Listener': ['FurtherCertificates'],
      'AWS::GlobalAccelerator::EndpointGroup': ['ListenerArn'],
      'AWS::GlobalAccelerator::Listener': ['AcceleratorArn'],
      'AWS::Lambda::Alias': ['FunctionName'],
      'AWS::Lambda::Url': ['FunctionName'],
      'AWS::Organizations::Account': ['Parents'],
    },
  },
  {
    since: 10,
    keys: {
      'AWS::Organizations::Account': ['ServiceControlPolicies'],
      'AWS::Organizations::OrganizationalUnit': ['ServiceControlPolicies'],
      'AWS::Organizations::Root': ['ServiceControlPolicies'],
      'AWS::RDS::DBProxy': ['Targets'],
    },
  },
  {
    since: 11,
    keys: {
      'AWS::Bedrock::DataSource': [
        'dataSourceConfiguration',
        'serverSideEncryptionConfiguration',
        'vectorIngestionConfiguration',
        'dataDeletionPolicy',
      ],
      'AWS::Cognito::IdentityPool': ['Roles', 'RoleMappings'],
      'AWS::DynamoDB::Table': ['KinesisDataStreamDestinations'],
      'AWS::EC2::TransitGatewayConnect': ['Association'],
      'AWS::EC2::TransitGatewayPeeringAttachment': ['Association'],
      'AWS::EC2::TransitGatewayRouteTable': ['Routes'],
      'AWS::EC2::TransitGatewayVpcAttachment': ['Association'],
      'AWS::RAM::ResourceShare': ['principals', 'resources'],
      'AWS::VpcLattice::Service': ['certificateArn', 'authType', 'serviceNetworks'],
      'AWS::VpcLattice::ServiceNetwork': ['vpcs'],
      'AWS::VpcLattice::TargetGroup': ['targets'],
    },
  },
];
