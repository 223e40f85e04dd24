import { cloudControlTypes } from '../../discovery/cloud-control/cloud-control-types.ts';
import { cuePhrases } from './cue-words.ts';
import { filler } from './filler-words.ts';
import { nounPhrases } from './lexicon.ts';
import { attributes } from './state-phrases.ts';
import { RESOURCE_TYPES } from '../../discovery/declaration/resource-types.ts';
import type { Token } from './tokenize.ts';

/** Resource types that a phrase of a question names. */
export interface NamedTypes {
  readonly types: readonly string[];
  readonly plural: boolean;
  /** Number of tokens of the phrase. */
  readonly length: number;
}

const longestPhrase = 6;

/** Common names of types, in the singular. They replace the types whose name ends with the same word. */
const commonNames: Readonly<Record<string, readonly string[]>> = {
  bucket: ['AWS::S3::Bucket'],
  lambda: ['AWS::Lambda::Function'],
  function: ['AWS::Lambda::Function'],
  instance: ['AWS::EC2::Instance'],
  server: ['AWS::EC2::Instance'],
  'virtual machine': ['AWS::EC2::Instance'],
  vm: ['AWS::EC2::Instance'],
  ec2: ['AWS::EC2::Instance'],
  queue: ['AWS::SQS::Queue'],
  topic: ['AWS::SNS::Topic'],
  'notification topic': ['AWS::SNS::Topic'],
  role: ['AWS::IAM::Role'],
  user: ['AWS::IAM::User'],
  group: ['AWS::IAM::Group'],
  policy: [
    'AWS::IAM::ManagedPolicy',
    'AWS::IAM::RolePolicy',
    'AWS::IAM::UserPolicy',
    'AWS::IAM::GroupPolicy',
  ],
  'iam policy': ['AWS::IAM::ManagedPolicy'],
  'managed policy': ['AWS::IAM::ManagedPolicy'],
  'inline policy': ['AWS::IAM::RolePolicy', 'AWS::IAM::UserPolicy', 'AWS::IAM::GroupPolicy'],
  key: ['AWS::KMS::Key'],
  'encryption key': ['AWS::KMS::Key'],
  alarm: ['AWS::CloudWatch::Alarm'],
  certificate: ['AWS::CertificateManager::Certificate'],
  stream: ['AWS::Kinesis::Stream'],
  parameter: ['AWS::SSM::Parameter'],
  secret: ['AWS::SecretsManager::Secret'],
  stack: ['AWS::CloudFormation::Stack'],
  cdn: ['AWS::CloudFront::Distribution'],
  distribution: ['AWS::CloudFront::Distribution'],
  'load balancer': ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
  elb: ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
  alb: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
  nlb: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
  database: [
    'AWS::RDS::DBInstance',
    'AWS::RDS::DBCluster',
    'AWS::DynamoDB::Table',
    'AWS::Redshift::Cluster',
    'AWS::DocDB::DBCluster',
    'AWS::Neptune::DBCluster',
  ],
  db: [
    'AWS::RDS::DBInstance',
    'AWS::RDS::DBCluster',
    'AWS::DynamoDB::Table',
    'AWS::Redshift::Cluster',
    'AWS::DocDB::DBCluster',
    'AWS::Neptune::DBCluster',
  ],
  'relational database': ['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster'],
  'sql database': ['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster'],
  rds: ['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster'],
  'dynamo table': ['AWS::DynamoDB::Table'],
  'dynamodb database': ['AWS::DynamoDB::Table'],
  dynamodb: ['AWS::DynamoDB::Table'],
  dynamo: ['AWS::DynamoDB::Table'],
  table: ['AWS::DynamoDB::Table'],
  sqs: ['AWS::SQS::Queue'],
  'message queue': ['AWS::SQS::Queue'],
  sns: ['AWS::SNS::Topic'],
  s3: ['AWS::S3::Bucket'],
  'storage bucket': ['AWS::S3::Bucket'],
  fn: ['AWS::Lambda::Function'],
  'serverless function': ['AWS::Lambda::Function'],
  'ec2 server': ['AWS::EC2::Instance'],
  'ec2 machine': ['AWS::EC2::Instance'],
  machine: ['AWS::EC2::Instance'],
  box: ['AWS::EC2::Instance'],
  sg: ['AWS::EC2::SecurityGroup'],
  'ecr repo': ['AWS::ECR::Repository'],
  'ssm parameter': ['AWS::SSM::Parameter'],
  'ssm param': ['AWS::SSM::Parameter'],
  'kafka cluster': ['AWS::MSK::Cluster'],
  'elasticsearch domain': ['AWS::OpenSearchService::Domain', 'AWS::Elasticsearch::Domain'],
  'opensearch domain': ['AWS::OpenSearchService::Domain'],
  'elasticsearch or opensearch domain': ['AWS::OpenSearchService::Domain', 'AWS::Elasticsearch::Domain'],
  cache: ['AWS::ElastiCache::CacheCluster', 'AWS::ElastiCache::ReplicationGroup'],
  'firewall rule': ['AWS::EC2::SecurityGroup'],
  volume: ['AWS::EC2::Volume'],
  'ebs volume': ['AWS::EC2::Volume'],
  'ebs disk': ['AWS::EC2::Volume'],
  subnet: ['AWS::EC2::Subnet'],
  'log group': ['AWS::Logs::LogGroup'],
  'cloudwatch log group': ['AWS::Logs::LogGroup'],
  'cloudwatch alarm': ['AWS::CloudWatch::Alarm'],
  'kms key': ['AWS::KMS::Key'],
  'iam role': ['AWS::IAM::Role'],
  'iam user': ['AWS::IAM::User'],
  'access key': ['AWS::IAM::AccessKey'],
  'ssl certificate': ['AWS::CertificateManager::Certificate'],
  'tls certificate': ['AWS::CertificateManager::Certificate'],
  kubernetes: ['AWS::EKS::Cluster'],
  'k8s cluster': ['AWS::EKS::Cluster'],
  k8s: ['AWS::EKS::Cluster'],
  eks: ['AWS::EKS::Cluster'],
  'ecs cluster': ['AWS::ECS::Cluster'],
  'fargate service': ['AWS::ECS::Service'],
  'ecs service': ['AWS::ECS::Service'],
  'event bridge rule': ['AWS::Events::Rule'],
  'eventbridge rule': ['AWS::Events::Rule'],
  'state machine': ['AWS::StepFunctions::StateMachine'],
  lb: ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
  loadbalancer: ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
  'rds database': ['AWS::RDS::DBInstance', 'AWS::RDS::DBCluster'],
  'rds instance': ['AWS::RDS::DBInstance'],
  'rds cluster': ['AWS::RDS::DBCluster'],
  'database instance': ['AWS::RDS::DBInstance'],
  'database cluster': ['AWS::RDS::DBCluster'],
  'ecr repository': ['AWS::ECR::Repository'],
  'container registry': ['AWS::ECR::Repository'],
  'docker repository': ['AWS::ECR::Repository'],
  disk: ['AWS::EC2::Volume'],
  'elastic ip': ['AWS::EC2::EIP'],
  'ip address': ['AWS::EC2::EIP'],
  'dns zone': ['AWS::Route53::HostedZone'],
  'dns record': ['AWS::Route53::RecordSet'],
  record: ['AWS::Route53::RecordSet'],
  'step function': ['AWS::StepFunctions::StateMachine'],
  'event rule': ['AWS::Events::Rule'],
  'event source mapping': ['AWS::Lambda::EventSourceMapping'],
  log: ['AWS::Logs::LogGroup'],
  firewall: ['AWS::NetworkFirewall::Firewall'],
  'kubernetes cluster': ['AWS::EKS::Cluster'],
  'container cluster': ['AWS::ECS::Cluster'],
  'vpc network': ['AWS::EC2::VPC'],
  network: ['AWS::EC2::VPC'],
  gateway: ['AWS::EC2::InternetGateway', 'AWS::EC2::NatGateway'],
  nat: ['AWS::EC2::NatGateway'],
  'file system': ['AWS::EFS::FileSystem', 'AWS::FSx::FileSystem'],
  api: ['AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Api'],
  'aws pipeline': ['AWS::CodePipeline::Pipeline'],
  'autoscaling group': ['AWS::AutoScaling::AutoScalingGroup'],
  asg: ['AWS::AutoScaling::AutoScalingGroup'],
};

/** Words that mean records of the product or are too common. The last part of a type does not stand for it alone. */
const reserved = new Set(
  (
    'resource application account environment team project repository plan change execution run organization root ' +
    'index view event tag type region state status owner member code file address model setting config configuration ' +
    'association permission attachment job test version definition document template source target rule group link ' +
    'activity task export import session profile store service trigger runtime memory version timeout engine size cidr handler layer status'
  ).split(' '),
);
/** Reserved words that stand for types nevertheless. */
const unreserved = new Set(['rule', 'service', 'document', 'task definition']);

let phrases: ReadonlyMap<string, { readonly types: readonly string[]; readonly plural: boolean }> | undefined;

/** Returns the types that the tokens from `index` on name; the longest phrase wins. */
export function readTypes(tokens: readonly Token[], index: number): NamedTypes | undefined {
  phrases ??= buildPhrases();
  const words: string[] = [];
  let found: NamedTypes | undefined;
  for (let length = 1; length <= longestPhrase; length += 1) {
    const token = tokens[index + length - 1];
    if (token === undefined || token.quoted) break;
    words.push(token.word);
    const entry = phrases.get(words.join(' '));
    if (entry !== undefined) found = { ...entry, length };
  }
  return found;
}

/** The single words that name types, with which misspelled words are compared. */
export function typeWords(): readonly string[] {
  phrases ??= buildPhrases();
  return [...phrases.keys()].filter((phrase) => phrase.length >= 4 && /^[a-z]+$/.test(phrase));
}

const titles = new Map(RESOURCE_TYPES.map(({ resourceType, name }) => [resourceType, name]));

/** Returns the display name of types, for example `SQS queue`; the CloudFormation name of a type without one. */
export function titleOfType(type: string): string {
  return titles.get(type) ?? type;
}

function buildPhrases() {
  const collected = new Map<string, Set<string>>();
  const add = (phrase: string, type: string) => {
    const types = collected.get(phrase) ?? new Set();
    collected.set(phrase, types.add(type));
  };
  for (const { resourceType, name } of RESOURCE_TYPES) {
    for (const phrase of phrasesOfType(resourceType)) add(phrase, resourceType);
    for (const phrase of phrasesOfTitle(name)) add(phrase, resourceType);
  }
  const known = new Set(collected.keys());
  for (const { resourceType } of cloudControlTypes) {
    const last = resourceType.split('::').at(-1)?.toLowerCase();
    // `limit`, `feed`: a word of English alone is no type of a service that few use.
    for (const phrase of phrasesOfType(resourceType))
      if (!known.has(phrase) && (phrase !== last || wordsOf(resourceType.split('::').at(-1) ?? '') !== last))
        add(phrase, resourceType);
  }
  const services = new Set<string>();
  for (const [service, types] of typesByService()) {
    if (collected.has(service) || types.length > maximumServiceTypes) continue;
    for (const type of types) add(service, type);
    services.add(service);
  }
  for (const phrase of collected.keys()) if (isCommonWord(phrase)) collected.delete(phrase);
  for (const [phrase, types] of Object.entries(commonNames)) collected.set(phrase, new Set(types));
  const built = new Map<string, { types: readonly string[]; plural: boolean }>();
  // `iam changes`: the name of a service means all of its resources.
  for (const service of services)
    if (!Object.hasOwn(commonNames, service))
      built.set(service, { types: [...(collected.get(service) ?? [])], plural: true });
  for (const [phrase, types] of collected) {
    built.set(pluralOf(phrase), { types: [...types], plural: true });
  }
  for (const [phrase, types] of collected)
    if (!built.has(phrase)) built.set(phrase, { types: [...types], plural: false });
  return built;
}

/** A filter has at most this many types. */
const maximumServiceTypes = 20;

/** `iam` → the types of IAM. */
function typesByService(): ReadonlyMap<string, readonly string[]> {
  const services = new Map<string, string[]>();
  for (const { resourceType } of RESOURCE_TYPES) {
    const service = resourceType.split('::')[1]?.toLowerCase() ?? '';
    services.set(service, [...(services.get(service) ?? []), resourceType]);
  }
  return services;
}

/** Words that questions use for something else do not stand for a type. */
function isCommonWord(phrase: string): boolean {
  if (unreserved.has(phrase)) return false;
  return (
    reserved.has(phrase) ||
    cuePhrases.has(phrase) ||
    filler.has(phrase) ||
    nounPhrases.has(phrase) ||
    attributes.has(phrase)
  );
}

/** `AWS::EC2::SecurityGroup` → its full name, `securitygroup`, `security group`, `ec2 security group`, … */
function phrasesOfType(type: string): readonly string[] {
  const [, service = '', last = ''] = type.split('::');
  const words = wordsOf(last);
  const lower = last.toLowerCase();
  const prefix = service.toLowerCase();
  return [
    type.toLowerCase(),
    lower,
    words,
    `${prefix} ${words}`,
    `${prefix} ${lower}`,
    `${prefix}::${lower}`,
  ];
}

/** `Machine image (AMI)` → `machine image`, `ami`. */
function phrasesOfTitle(title: string): readonly string[] {
  const lower = title.toLowerCase();
  const abbreviation = /\(([a-z]+)\)$/.exec(lower)?.[1];
  const base = lower.replace(/ \(.*\)$/, '');
  return abbreviation === undefined ? [base] : [base, abbreviation];
}

/** Splits a CamelCase name: `DBClusterSnapshot` → `db cluster snapshot`. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase();
}

/** Returns the plural of a phrase, whose last word is singular. */
export function pluralOf(phrase: string): string {
  if (/[^aeiou]y$/.test(phrase)) return `${phrase.slice(0, -1)}ies`;
  if (/(s|x|ch|sh)$/.test(phrase)) return `${phrase}es`;
  return `${phrase}s`;
}
