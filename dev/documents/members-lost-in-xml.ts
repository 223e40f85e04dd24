/** Package and version of the models that {@link membersLostInXml} is compared with. */
export const newestModels = 'botocore 1.44.8';

/**
 * Members of responses in XML that the newest published models of AWS have and the installed SDK does not, by type. The SDK drops
 * them. Responses in JSON keep the members that the SDK does not know. A test compares the table with the models: when a new
 * version of an SDK client knows a member, remove it here, increase `RULE_SET_VERSION` and add its key to
 * `domain/discovery/declaration/keys-by-rule-set.ts`.
 */
export const membersLostInXml: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudFront::Distribution': [
    'Origins.Items[].CustomOriginConfig.OriginHttpVersion',
    'Origins.Items[].VpcOriginConfig.OriginHttpVersion',
  ],
  'AWS::DocDB::DBCluster': [
    'PendingModifiedValues.InternetAccessGatewayEnabled',
    'PendingModifiedValues.VPCNetworkingEnabled',
  ],
  'AWS::DocDB::DBInstance': ['PrimaryEndpoint', 'VPCNetworkingEnabled'],
  'AWS::EC2::RouteTable': ['Routes[].IgwFirewall'],
  'AWS::EC2::Snapshot': ['AssociatedKmsKeys'],
  'AWS::EC2::Subnet': ['NetworkFirewallConnectivityType'],
  'AWS::EC2::TransitGatewayPeeringAttachment': [
    'Options.AccepterAllowMultipathResilience',
    'Options.AccepterMultipathResilienceMode',
    'Options.MultipathResilienceStatus',
    'Options.RequesterAllowMultipathResilience',
    'Options.RequesterMultipathResilienceMode',
  ],
  'AWS::EC2::VPC': ['NetworkFirewallAssociations'],
  'AWS::EC2::VPCPeeringConnection': [
    'AccepterVpcInfo.PeeringOptions.AllowMultipathResilience',
    'AccepterVpcInfo.PeeringOptions.MultipathResilienceMode',
    'MultipathResilienceStatus',
    'RequesterVpcInfo.PeeringOptions.AllowMultipathResilience',
    'RequesterVpcInfo.PeeringOptions.MultipathResilienceMode',
  ],
  'AWS::EC2::VPNConnection': [
    'Options.TunnelOptions[].Phase1AdditionalKeyExchanges',
    'Options.TunnelOptions[].Phase2AdditionalKeyExchanges',
  ],
  'AWS::ElasticLoadBalancingV2::Listener': ['MutualAuthentication.ClientCertificateIdentityFilters'],
  'AWS::IAM::InstanceProfile': ['Roles[].MaxSigninSessionDuration'],
  'AWS::IAM::LoginProfile': ['MaxSigninSessionDuration'],
  'AWS::IAM::OIDCProvider': [
    'ContextProvider',
    'IdentityCenterInstanceArn',
    'IdentityStoreArn',
    'IsTrustedIdentityPropagationEnabled',
  ],
  'AWS::IAM::Role': ['InstanceProfileList[].Roles[].MaxSigninSessionDuration'],
  'AWS::IAM::SAMLProvider': [
    'ContextProvider',
    'IdentityCenterInstanceArn',
    'IdentityStoreArn',
    'IsTrustedIdentityPropagationEnabled',
    'SAMLKeyHashes',
  ],
  'AWS::Neptune::DBCluster': [
    'PendingModifiedValues.InternetAccessGatewayEnabled',
    'PendingModifiedValues.VPCNetworkingEnabled',
  ],
  'AWS::Neptune::DBInstance': ['PrimaryEndpoint', 'VPCNetworkingEnabled'],
  'AWS::RDS::DBCluster': [
    'PendingModifiedValues.InternetAccessGatewayEnabled',
    'PendingModifiedValues.VPCNetworkingEnabled',
  ],
  'AWS::RDS::DBInstance': ['PrimaryEndpoint', 'VPCNetworkingEnabled'],
  'AWS::Route53::HealthCheck': ['HealthCheckConfig.EndpointType', 'HealthCheckConfig.HealthCheckSourceId'],
  'AWS::Route53::HostedZone': [
    'Config.HostedZoneTier',
    'Features.ChangeGuardrails',
    'Features.ChangeHistory',
    'Features.PublicDNSFallbackStatus',
  ],
  'AWS::Route53::RecordSet': ['AZAffinity'],
  'AWS::S3::Bucket': [
    'Replication.Rules[].Destination.EncryptionConfiguration.UseSourceMultiRegionKey',
    'Replication.Rules[].Filter.And.Not',
    'Replication.Rules[].Filter.Not',
  ],
};
