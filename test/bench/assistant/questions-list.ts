import {
  accountId,
  accountIds,
  all,
  countOf,
  countRows,
  environmentId,
  idsOf,
  inAccount,
  inApplication,
  applicationId,
  inEnvironment,
  inRegion,
  inState,
  tagged,
  typed,
  union,
} from './expected-sql.ts';
import type { SampleQuestion } from './sample-question.ts';

const queue = typed('AWS::SQS::Queue');

function list(question: string, condition: string, scope?: string): SampleQuestion {
  const cites = scope === undefined ? idsOf(condition) : union(idsOf(condition), scope);
  return { question, family: 'list', states: countOf(condition), cites, mustCite: true };
}

function records(question: string, table: string, condition = 'true'): SampleQuestion {
  return {
    question,
    family: 'list',
    states: countRows(table, condition),
    cites: `select x.id from ${table} x where x.organization_id = $1`,
    mustCite: true,
  };
}

export const listQuestions: readonly SampleQuestion[] = [
  list('List the SQS queues in eu-west-1', all(queue, inRegion('eu-west-1'))),
  list('Show all DynamoDB tables', typed('AWS::DynamoDB::Table')),
  list(
    'Which lambda functions are in account shop-production?',
    all(typed('AWS::Lambda::Function'), inAccount('shop-production')),
    accountId('shop-production'),
  ),
  list(
    'Show the secrets of application payments',
    all(typed('AWS::SecretsManager::Secret'), inApplication('payments')),
    applicationId('payments'),
  ),
  list('List buckets without tag Owner', all(typed('AWS::S3::Bucket'), `not (${tagged('Owner')})`)),
  list('Which queues are unmanaged?', all(queue, inState('unmanaged'))),
  list(
    'Show managed tables in staging',
    all(typed('AWS::DynamoDB::Table'), inState('managed'), inEnvironment('Staging')),
    environmentId('Staging'),
  ),
  list('Queues tagged Application=orders', all(queue, tagged('Application', 'orders'))),
  list('What is in account data-platform?', inAccount('data-platform'), accountId('data-platform')),
  list('Show the kinesis streams in us-east-1', all(typed('AWS::Kinesis::Stream'), inRegion('us-east-1'))),
  records('List the teams', 'teams'),
  records('Show all environments', 'environments'),
  records('List the repositories', 'repositories'),
  {
    question: 'Which accounts are connected?',
    family: 'list',
    states: `select a.name as value from aws_accounts a where a.organization_id = $1 and a.status = 'connected' and a.deleted_at is null`,
    cites: accountIds,
    mustCite: true,
  },
  {
    question: 'List the applications',
    family: 'list',
    states: `select p.name as value from applications p where p.organization_id = $1`,
    cites: `select p.id from applications p where p.organization_id = $1`,
    mustCite: true,
  },
  {
    question: 'Open pull requests',
    family: 'ci',
    states: `select p.title as value from pull_requests p where p.organization_id = $1 and p.state = 'open'`,
    cites: `select p.id from pull_requests p where p.organization_id = $1`,
    mustCite: true,
  },
  {
    question: 'How many pull requests are open?',
    family: 'count',
    states: countRows('pull_requests', "x.state = 'open'"),
  },
];
