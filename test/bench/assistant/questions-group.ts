import {
  accountId,
  accountIds,
  accountName,
  all,
  countOf,
  countsBy,
  environmentName,
  idsOf,
  inAccount,
  inEnvironment,
  inRegion,
  mostOf,
  tagValue,
  typed,
  union,
} from './expected-sql.ts';
import type { SampleQuestion } from './sample-question.ts';

const queue = typed('AWS::SQS::Queue');
const bucket = typed('AWS::S3::Bucket');
const ofOrganization = (table: string) => `select x.id from ${table} x where x.organization_id = $1`;

function group(question: string, states: string, cites?: string): SampleQuestion {
  return { question, family: 'group', states, ...(cites === undefined ? {} : { cites }) };
}

/** Both counts of a comparison. */
function compare(question: string, first: string, second: string, cites?: string): SampleQuestion {
  const states = `${countOf(first)} union all ${countOf(second)}`;
  return { question, family: 'compare', states, ...(cites === undefined ? {} : { cites }) };
}

/** Types of one place that another one lacks. */
function lacking(question: string, first: string, second: string, cites?: string): SampleQuestion {
  const states = `select value from (select r.resource_type as value, count(*) as count from resources r
    where r.organization_id = $1 and r.status <> 'deleted' and ${first} and r.resource_type not in (
      select r.resource_type from resources r where r.organization_id = $1 and r.status <> 'deleted' and ${second})
    group by 1) lacking order by count desc, value limit 1`;
  return { question, family: 'compare', states, ...(cites === undefined ? {} : { cites }) };
}

const two = union(accountId('shop-production'), accountId('shop-staging'));

export const groupQuestions: readonly SampleQuestion[] = [
  group('Resources by region', countsBy('r.region')),
  group('How many resources are there per account?', countsBy('r.aws_account_id'), accountIds),
  group('Show the number of resources by type', countsBy('r.resource_type')),
  group('Queues by account', countsBy('r.aws_account_id', queue), accountIds),
  group('Resources by management state', countsBy('r.management_state')),
  group('Queues by environment', countsBy(environmentName, queue), ofOrganization('environments')),
  group('Resources by tag Owner', countsBy(tagValue('Owner'))),
  group('How many buckets are there for each region?', countsBy('r.region', bucket)),
  group(
    'Resources in account sandbox by region',
    countsBy('r.region', inAccount('sandbox')),
    accountId('sandbox'),
  ),
  group('What is the most common resource type?', mostOf('r.resource_type')),
  group(
    'Which type is most common in account shop-production?',
    mostOf('r.resource_type', inAccount('shop-production')),
    accountId('shop-production'),
  ),
  group('Which account has the most resources?', mostOf(accountName), accountIds),
  group('Which region has the most resources?', mostOf('r.region')),
  group('Which account has the fewest resources?', mostOf(accountName, 'true', 'asc'), accountIds),
  group(
    'Which regions do we use?',
    `select distinct r.region as value from resources r where r.organization_id = $1 and r.status <> 'deleted'`,
  ),
  group(
    'How many regions do we use?',
    `select count(distinct r.region)::text as value from resources r where r.organization_id = $1 and r.status <> 'deleted'`,
  ),
  group(
    'How many resource types are in use?',
    `select count(distinct r.resource_type)::text as value from resources r where r.organization_id = $1 and r.status <> 'deleted'`,
  ),
  group('In which regions are there kinesis streams?', countsBy('r.region', typed('AWS::Kinesis::Stream'))),
  group('Which accounts have queues?', countsBy('r.aws_account_id', queue), accountIds),
  compare(
    'How many queues in shop-production versus shop-staging?',
    all(queue, inAccount('shop-production')),
    all(queue, inAccount('shop-staging')),
    two,
  ),
  compare(
    'Compare the buckets in eu-west-1 and us-east-1',
    all(bucket, inRegion('eu-west-1')),
    all(bucket, inRegion('us-east-1')),
  ),
  compare(
    'Compare resources between production and staging',
    inEnvironment('Production'),
    inEnvironment('Staging'),
    ofOrganization('environments'),
  ),
  compare(
    'Which has more queues, sandbox or data-platform?',
    all(queue, inAccount('sandbox')),
    all(queue, inAccount('data-platform')),
    union(accountId('sandbox'), accountId('data-platform')),
  ),
  compare('Does eu-west-1 have more resources than us-east-1?', inRegion('eu-west-1'), inRegion('us-east-1')),
  compare(
    'Compare account shop-production and account shop-staging',
    inAccount('shop-production'),
    inAccount('shop-staging'),
    two,
  ),
  lacking(
    'What has sandbox that shop-production lacks?',
    inAccount('sandbox'),
    inAccount('shop-production'),
    union(accountId('sandbox'), accountId('shop-production')),
  ),
  lacking('What is in us-east-1 but not in eu-west-1?', inRegion('us-east-1'), inRegion('eu-west-1')),
  {
    question: 'Accounts by status',
    family: 'list',
    states: `select count(*)::text as value from aws_accounts a where a.organization_id = $1 and a.deleted_at is null group by a.status`,
  },
  {
    question: 'How many queues and topics are in account shop-staging?',
    family: 'count',
    states: `${countOf(all(queue, inAccount('shop-staging')))} union all ${countOf(all(typed('AWS::SNS::Topic'), inAccount('shop-staging')))}`,
    cites: accountId('shop-staging'),
    mustCite: true,
  },
  {
    question: 'How many queues are in eu-west-1 and how many topics are in us-east-1?',
    family: 'count',
    states: `${countOf(all(queue, inRegion('eu-west-1')))} union all ${countOf(all(typed('AWS::SNS::Topic'), inRegion('us-east-1')))}`,
  },
  {
    question: 'List the kinesis streams and how many buckets do we have?',
    family: 'list',
    states: `${countOf(typed('AWS::Kinesis::Stream'))} union all ${countOf(bucket)}`,
    cites: idsOf(typed('AWS::Kinesis::Stream')),
    mustCite: true,
  },
];
