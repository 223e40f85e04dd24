import {
  accountId,
  all,
  applicationId,
  countOf,
  countRows,
  environmentId,
  everything,
  inAccount,
  inApplication,
  inEnvironment,
  inRegion,
  inState,
  managementAccountId,
  managedBy,
  ownedBy,
  projectId,
  tagged,
  teamId,
  typed,
  unowned,
} from './expected-sql.ts';
import type { SampleQuestion } from './sample-question.ts';

const queue = typed('AWS::SQS::Queue');

/** A count of resources; with `cites`, of a named record, which the answer cites. */
function count(question: string, condition: string, cites?: string): SampleQuestion {
  return {
    question,
    family: 'count',
    states: countOf(condition),
    ...(cites === undefined ? {} : { cites, mustCite: true as const }),
  };
}

function records(question: string, table: string, condition?: string): SampleQuestion {
  return { question, family: 'count', states: countRows(table, condition) };
}

export const countQuestions: readonly SampleQuestion[] = [
  count('How many resources do we have in total?', everything),
  count('Number of resources', everything),
  count('How many SQS queues are there?', queue),
  count('count the AWS::SQS::Queue resources', queue),
  count('how many lambda functions', typed('AWS::Lambda::Function')),
  count('How many S3 buckets do we have?', typed('AWS::S3::Bucket')),
  count('How many DynamoDB tables exist?', typed('AWS::DynamoDB::Table')),
  count(
    'How many security groups are in us-east-1?',
    all(typed('AWS::EC2::SecurityGroup'), inRegion('us-east-1')),
  ),
  count('How many VPCs do we have?', typed('AWS::EC2::VPC')),
  count('How many IAM roles are there?', typed('AWS::IAM::Role')),
  count('How many KMS keys are in eu-west-1?', all(typed('AWS::KMS::Key'), inRegion('eu-west-1'))),
  count(
    'How many log groups are there in Ireland?',
    all(typed('AWS::Logs::LogGroup'), inRegion('eu-west-1')),
  ),
  count('How many resources are in the global region?', inRegion('global')),
  count(
    'How many queues are in account shop-production?',
    all(queue, inAccount('shop-production')),
    accountId('shop-production'),
  ),
  count(
    'How many topics are in the account data-platform?',
    all(typed('AWS::SNS::Topic'), inAccount('data-platform')),
    accountId('data-platform'),
  ),
  count('How many resources are in sandbox?', inAccount('sandbox'), accountId('sandbox')),
  count(
    'How many secrets does the management account have?',
    all(typed('AWS::SecretsManager::Secret'), `r.aws_account_id in (${managementAccountId})`),
    managementAccountId,
  ),
  count(
    'How many resources are in account shop-staging in us-east-1?',
    all(inAccount('shop-staging'), inRegion('us-east-1')),
    accountId('shop-staging'),
  ),
  count(
    'How many queues are in production?',
    all(queue, inEnvironment('Production')),
    environmentId('Production'),
  ),
  count(
    'How many staging buckets are there?',
    all(typed('AWS::S3::Bucket'), inEnvironment('Staging')),
    environmentId('Staging'),
  ),
  count('How many resources belong to application orders?', inApplication('orders'), applicationId('orders')),
  count(
    'How many resources does the payments application have?',
    inApplication('payments'),
    applicationId('payments'),
  ),
  count(
    'How many tables of application catalogue are in eu-west-1?',
    all(typed('AWS::DynamoDB::Table'), inApplication('catalogue'), inRegion('eu-west-1')),
    applicationId('catalogue'),
  ),
  count('How many resources have the tag Owner?', tagged('Owner')),
  count('How many resources are tagged Owner=team-payments?', tagged('Owner', 'team-payments')),
  count('How many queues with tag Environment=staging?', all(queue, tagged('Environment', 'staging'))),
  count("How many queues don't have the Owner tag?", all(queue, `not (${tagged('Owner')})`)),
  count('How many resources are managed?', inState('managed')),
  count('How many queues are managed by code?', all(queue, inState('managed'))),
  count('How many queues are not managed by any code?', all(queue, inState('unmanaged'))),
  count(
    'How many unmanaged resources are in account shop-production?',
    all(inState('unmanaged'), inAccount('shop-production')),
    accountId('shop-production'),
  ),
  count('How many resources have no owner?', unowned),
  count('How many resources does team Payments own?', ownedBy('Payments'), teamId('Payments')),
  count('How many queues are owned by team Shop?', all(queue, ownedBy('Shop')), teamId('Shop')),
  count(
    'How many resources does project terraform/shop/production manage?',
    managedBy('terraform/shop/production'),
    projectId('terraform/shop/production'),
  ),
  records(
    'How many accounts are connected?',
    'aws_accounts',
    "x.deleted_at is null and x.status = 'connected'",
  ),
  records('How many accounts do we have?', 'aws_accounts', 'x.deleted_at is null'),
  records('How many teams are there?', 'teams'),
  records('How many applications do we have?', 'applications'),
  records('How many environments exist?', 'environments'),
  records('How many IaC projects do we have?', 'iac_projects'),
  records('How many repositories are there?', 'repositories'),
];
