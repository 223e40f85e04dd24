/**
 * Version of the normalisation rules, stored with every configuration hash. Increase it with every change of the rules
 * or of a collector's `volatile`, `settled`, `sets`, `lists`, `embedded` or `secrets`. A stored configuration with an older
 * version is normalised and hashed again before the comparison, so that a new rule does not appear as a change of the resource.
 * Neither do keys that only later rule sets read (`keys-by-rule-set.ts`), values that earlier ones sorted or dropped
 * (`earlier-rules.ts`), and values that they hid.
 */
export const RULE_SET_VERSION = 11;

/**
 * Keys (in lower case) of arrays whose order has no meaning, at any depth → page of the AWS documentation that describes one of
 * them, see `SourcedPaths`. Exceptions are in `lists` of a collector.
 */
export const SET_LIKE_KEYS: ReadonlyMap<string, string> = new Map([
  ['tags', 'AWSEC2/latest/APIReference/API_Tag'],
  ['taglist', 'AmazonRDS/latest/APIReference/API_Tag'],
  ['tagset', 'AmazonS3/latest/API/API_Tag'],
  ['securitygroups', 'AWSEC2/latest/UserGuide/ec2-security-groups'],
  ['securitygroupids', 'AWSEC2/latest/UserGuide/ec2-security-groups'],
  ['vpcsecuritygroups', 'AmazonRDS/latest/APIReference/API_VpcSecurityGroupMembership'],
  ['groups', 'AWSEC2/latest/APIReference/API_GroupIdentifier'],
  ['groupset', 'AWSEC2/latest/APIReference/API_GroupIdentifier'],
  ['subnets', 'elasticloadbalancing/latest/APIReference/API_SetSubnets'],
  ['subnetids', 'lambda/latest/api/API_VpcConfig'],
  ['availabilityzones', 'autoscaling/ec2/APIReference/API_AutoScalingGroup'],
  ['ippermissions', 'AWSEC2/latest/APIReference/API_SecurityGroup'],
  ['ippermissionsegress', 'AWSEC2/latest/APIReference/API_SecurityGroup'],
  ['useridgrouppairs', 'AWSEC2/latest/APIReference/API_IpPermission'],
  ['ipranges', 'AWSEC2/latest/APIReference/API_IpPermission'],
  ['ipv6ranges', 'AWSEC2/latest/APIReference/API_IpPermission'],
  ['prefixlistids', 'AWSEC2/latest/APIReference/API_IpPermission'],
  ['attachments', 'AWSEC2/latest/APIReference/API_Volume'],
  ['associations', 'AWSEC2/latest/APIReference/API_RouteTable'],
  ['routes', 'AWSEC2/latest/APIReference/API_RouteTable'],
  ['routetableids', 'AWSEC2/latest/APIReference/API_VpcEndpoint'],
  ['targetgrouparns', 'autoscaling/ec2/APIReference/API_AutoScalingGroup'],
  ['loadbalancernames', 'autoscaling/ec2/APIReference/API_AutoScalingGroup'],
  ['blockdevicemappings', 'AWSEC2/latest/APIReference/API_Instance'],
  ['networkinterfaces', 'AWSEC2/latest/APIReference/API_Instance'],
  ['attachedmanagedpolicies', 'IAM/latest/APIReference/API_RoleDetail'],
  ['grouplist', 'IAM/latest/APIReference/API_UserDetail'],
  ['instanceprofilelist', 'IAM/latest/APIReference/API_RoleDetail'],
  ['aliases', 'fsx/latest/APIReference/API_WindowsFileSystemConfiguration'],
  ['enabledlogtypes', 'eks/latest/APIReference/API_LogSetup'],
  ['publicaccesscidrs', 'eks/latest/APIReference/API_VpcConfigResponse'],
  ['clientsubnets', 'msk/1.0/apireference/clusters-clusterarn'],
]);

/** Keys of texts that are comma-separated lists whose order has no meaning. Source: Amazon EC2 Auto Scaling API reference. */
export const SET_LIKE_TEXT_KEYS: ReadonlySet<string> = new Set(['VPCZoneIdentifier']);

/**
 * Keys whose arrays are sets inside embedded policy documents. In a statement, a set with one element is equal to the element.
 * Source: IAM policy grammar.
 */
export const POLICY_SET_KEYS: ReadonlySet<string> = new Set([
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
]);

/** Keys of a policy statement below which every array is a set. Source: IAM policy grammar. */
export const STATEMENT_SET_KEYS: ReadonlySet<string> = new Set(['Principal', 'NotPrincipal', 'Condition']);
