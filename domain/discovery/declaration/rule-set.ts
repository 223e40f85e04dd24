/**
 * Version of the normalisation rules, stored with every configuration hash. Increase it with every change of the rules
 * or of a collector's `volatile`, `sets`, `embedded` or `secrets`. A stored configuration with an older version is
 * normalised and hashed again before the comparison, so that a new rule does not appear as a change of the resource. Neither do
 * keys that only later rule sets read (`keys-by-rule-set.ts`).
 */
export const RULE_SET_VERSION = 6;

/** Keys (in lower case) of arrays whose order has no meaning, at any depth. Source: AWS API references. */
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
  'publicaccesscidrs',
  'clientsubnets',
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
