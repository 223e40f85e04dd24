import type { FailureKind, RelationshipType } from '../values.ts';

/** How relationships between certain types fail, where that differs from the default of the relationship's type. */
export interface FailureException {
  readonly relation: RelationshipType;
  /** Types of the source; absent: any. */
  readonly source?: readonly string[];
  readonly target?: readonly string[];
  /** Paths of the edge rules; absent: any. */
  readonly paths?: readonly string[];
  /** The end whose failure differs. */
  readonly end: 'source' | 'target' | 'both';
  readonly kind: FailureKind;
  /** Nothing fails with this end by this relationship. */
  readonly local?: true;
  /** Why, with the page of AWS's documentation where it is not plain. `docs/graph.md` prints it. */
  readonly reason: string;
}

const instance = ['AWS::EC2::Instance'];
const routeTable = ['AWS::EC2::RouteTable'];
const role = ['AWS::IAM::Role'];

/** The first exception that fits a relationship is used. */
export const failureExceptions: readonly FailureException[] = [
  {
    relation: 'invokes',
    source: ['AWS::SecretsManager::Secret'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The function only rotates the secret; its value stays readable',
  },
  {
    relation: 'runs_as',
    source: ['AWS::CloudFormation::Stack'],
    target: role,
    end: 'source',
    kind: 'cannot_change',
    reason: 'CloudFormation assumes the role to change the stack; the resources of the stack do not use it',
  },
  {
    relation: 'runs_as',
    source: ['AWS::S3::Bucket'],
    target: role,
    end: 'source',
    kind: 'cannot_change',
    reason: 'The role only replicates objects',
  },
  {
    relation: 'runs_as',
    source: ['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster'],
    paths: ['MonitoringRoleArn'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The role only sends metrics of enhanced monitoring',
  },
  {
    relation: 'runs_as',
    source: [
      'AWS::RDS::DBInstance',
      'AWS::RDS::DBCluster',
      'AWS::Neptune::DBCluster',
      'AWS::DocDB::DBCluster',
      'AWS::Redshift::Cluster',
    ],
    target: role,
    end: 'source',
    kind: 'degrades',
    reason: 'Only imports, exports and calls of other services use the role; queries work without it',
  },
  {
    relation: 'runs_as',
    source: ['AWS::SNS::Topic'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The role only logs the status of deliveries',
  },
  {
    relation: 'runs_as',
    source: ['AWS::Cognito::UserPool'],
    end: 'source',
    kind: 'degrades',
    reason: 'The role only sends text messages',
  },
  {
    relation: 'runs_as',
    source: ['AWS::AutoScaling::AutoScalingGroup', 'AWS::ApplicationAutoScaling::ScalableTarget'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The role changes the number of instances; those that exist go on',
  },
  {
    relation: 'runs_as',
    source: ['AWS::ElasticBeanstalk::Application'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The role only deletes old versions',
  },
  {
    relation: 'uses',
    source: ['AWS::CloudTrail::Trail'],
    target: role,
    end: 'source',
    kind: 'cannot_change',
    reason: 'The role only copies events to CloudWatch Logs; the trail goes on in its bucket',
  },
  {
    relation: 'uses',
    source: instance,
    target: ['AWS::EC2::Image'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'An instance has its own volumes; the image is needed to launch another one',
  },
  {
    relation: 'uses',
    source: instance,
    target: ['AWS::EC2::KeyPair'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The public key was copied to the instance at its launch',
  },
  {
    relation: 'uses',
    source: instance,
    target: ['AWS::EC2::PlacementGroup'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The group places instances when they start',
  },
  {
    relation: 'uses',
    source: [
      'AWS::AutoScaling::AutoScalingGroup',
      'AWS::EC2::EC2Fleet',
      'AWS::EC2::SpotFleet',
      'AWS::EKS::Nodegroup',
      'AWS::Batch::ComputeEnvironment',
    ],
    target: ['AWS::EC2::LaunchTemplate', 'AWS::AutoScaling::LaunchConfiguration'],
    end: 'source',
    kind: 'cannot_change',
    reason: 'Running instances stay; new ones cannot be launched',
  },
  {
    relation: 'uses',
    target: [
      'AWS::RDS::DBSubnetGroup',
      'AWS::RDS::DBParameterGroup',
      'AWS::RDS::DBClusterParameterGroup',
      'AWS::RDS::OptionGroup',
      'AWS::ElastiCache::ParameterGroup',
      'AWS::ElastiCache::SubnetGroup',
      'AWS::Redshift::ClusterParameterGroup',
      'AWS::Redshift::ClusterSubnetGroup',
    ],
    end: 'source',
    kind: 'cannot_change',
    reason: 'The group is read when the database or cache is created, changed or restarted',
  },
  {
    relation: 'manages',
    source: ['AWS::CloudFormation::Stack'],
    end: 'target',
    kind: 'cannot_change',
    reason: 'The stack changes its resources; they work without it',
  },
  {
    relation: 'manages',
    source: ['AWS::EKS::Nodegroup', 'AWS::Batch::ComputeEnvironment'],
    end: 'target',
    kind: 'cannot_change',
    reason: 'It changes the capacity; running instances go on',
  },
  {
    relation: 'contains',
    source: ['AWS::AutoScaling::AutoScalingGroup', 'AWS::EC2::EC2Fleet', 'AWS::EC2::SpotFleet'],
    end: 'target',
    kind: 'cannot_change',
    reason: 'It replaces and counts instances; those that run go on',
  },
  {
    relation: 'routes_to',
    source: routeTable,
    target: [
      'AWS::EC2::InternetGateway',
      'AWS::EC2::EgressOnlyInternetGateway',
      'AWS::EC2::CarrierGateway',
      'AWS::EC2::VPCEndpoint',
    ],
    end: 'source',
    kind: 'degrades',
    local: true,
    reason: 'Only the route fails; the other routes of the subnets of the table stay',
  },
  {
    relation: 'associated_with',
    source: ['AWS::EC2::VPCEndpoint'],
    target: routeTable,
    end: 'target',
    kind: 'degrades',
    local: true,
    reason: 'A gateway endpoint adds one route; the other routes of the table stay',
  },
  {
    relation: 'attached_to',
    source: ['AWS::EC2::InternetGateway', 'AWS::EC2::EgressOnlyInternetGateway', 'AWS::EC2::CarrierGateway'],
    target: ['AWS::EC2::VPC'],
    end: 'target',
    kind: 'degrades',
    local: true,
    reason: 'The VPC works without its gateway; only routes to the gateway fail',
  },
  {
    relation: 'attached_to',
    source: ['AWS::EC2::VPNGateway'],
    target: ['AWS::EC2::VPC'],
    end: 'target',
    kind: 'degrades',
    local: true,
    reason: 'The VPC works without its VPN; only routes to the gateway fail',
  },
  {
    relation: 'attached_to',
    source: ['AWS::IAM::VirtualMFADevice'],
    target: ['AWS::IAM::User'],
    end: 'target',
    kind: 'degrades',
    local: true,
    reason: 'Access keys and other devices of the user stay valid',
  },
  {
    relation: 'contained_in',
    source: ['AWS::IAM::MFADevice', 'AWS::ECR::Image', 'AWS::Backup::RecoveryPoint'],
    end: 'target',
    kind: 'observes',
    reason: 'The parent works without one of its parts',
  },
  {
    relation: 'uses',
    source: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
    target: ['AWS::CertificateManager::Certificate'],
    end: 'source',
    kind: 'degrades',
    reason: 'Listeners with other certificates or without one go on',
  },
  {
    relation: 'manages',
    source: ['AWS::EC2::SpotInstanceRequest'],
    end: 'target',
    kind: 'cannot_change',
    reason: 'A cancelled request leaves its instance running',
  },
  {
    relation: 'has_policy',
    source: [
      'AWS::Organizations::Account',
      'AWS::Organizations::OrganizationalUnit',
      'AWS::Organizations::Root',
    ],
    end: 'source',
    kind: 'observes',
    reason: 'The policy only limits permissions; without it, nothing stops',
  },
  {
    relation: 'connects',
    source: ['AWS::IdentityStore::GroupMembership'],
    end: 'source',
    kind: 'stops',
    local: true,
    reason: 'The membership ends with its user; the group and its other members stay',
  },
  {
    relation: 'member_of',
    source: ['AWS::IdentityStore::User', 'AWS::IAM::User'],
    end: 'source',
    kind: 'degrades',
    reason: 'The user keeps the permissions that do not come from the group',
  },
  {
    relation: 'associated_with',
    source: routeTable,
    target: ['AWS::EC2::VPC'],
    end: 'target',
    kind: 'degrades',
    local: true,
    reason: 'Only subnets without an association of their own use the main route table',
  },
  {
    relation: 'associated_with',
    source: ['AWS::VpcLattice::ServiceNetwork'],
    target: ['AWS::EC2::VPC'],
    end: 'target',
    kind: 'degrades',
    local: true,
    reason: 'Only calls from the VPC to the services of the network fail',
  },
];
