/**
 * Version of the rules by which a configuration is normalised. It is stored beside every hash. Raise it with every
 * change of the rules or of a declaration's `volatile`, `sets`, `embedded` or `secrets`: rows with an older version
 * are then hashed again from what is stored before they are compared, so that a new rule is not taken for a change.
 */
export const RULE_SET_VERSION = 1;

/** Arrays whose order means nothing, by the name of their key, wherever they stand. Source: AWS API references. */
export const SET_LIKE_KEYS: ReadonlySet<string> = new Set([
  'tags',
  'taglist',
  'tagset',
  'securitygroups',
  'securitygroupids',
  'vpcsecuritygroups',
  'groups',
  'groupset',
  'subnets',
  'subnetids',
  'availabilityzones',
  'ippermissions',
  'ippermissionsegress',
  'useridgrouppairs',
  'ipranges',
  'ipv6ranges',
  'prefixlistids',
  'attachments',
  'associations',
  'routes',
  'routetableids',
  'targetgrouparns',
  'loadbalancernames',
  'blockdevicemappings',
  'networkinterfaces',
  'attachedmanagedpolicies',
  'grouplist',
  'instanceprofilelist',
  'aliases',
  'enabledlogtypes',
]);

/** Parts of a policy that are sets, inside embedded policy documents only. Source: IAM policy grammar. */
export const POLICY_SET_KEYS: ReadonlySet<string> = new Set([
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
]);
