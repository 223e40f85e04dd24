import { accountName, all, idsOf, inAccount, inRegion, typed } from './expected-sql.ts';
import type { SampleQuestion } from './sample-question.ts';

/** Resources with one match each. */
export const ordersQueue = all(
  typed('AWS::SQS::Queue'),
  inRegion('eu-west-1'),
  inAccount('shop-production'),
  "r.name = 'orders-production'",
);
export const ordersTable = all(
  typed('AWS::DynamoDB::Table'),
  inRegion('us-east-1'),
  inAccount('shop-production'),
  "r.name = 'orders-production'",
);
export const shipFunction = all(
  typed('AWS::Lambda::Function'),
  inRegion('eu-west-1'),
  inAccount('shop-production'),
  "r.name = 'ship-orders-production'",
);

function one(question: string, expression: string, condition: string): SampleQuestion {
  const states = `select ${expression} as value from resources r where r.organization_id = $1 and r.status <> 'deleted' and ${condition}`;
  return { question, family: 'one', states, cites: idsOf(condition), mustCite: true };
}

const day = "to_char(r.first_discovered_at at time zone 'UTC', 'YYYY-MM-DD')";

export const resourceQuestions: readonly SampleQuestion[] = [
  one('Show queue orders-production in eu-west-1', 'r.management_state', ordersQueue),
  one('Tell me about the function ship-orders-production in eu-west-1', 'r.resource_type', shipFunction),
  one('Which account is queue orders-production in eu-west-1 in?', accountName, ordersQueue),
  one('Which account does table orders-production in us-east-1 belong to?', accountName, ordersTable),
  one(
    'What are the tags of queue orders-production in eu-west-1?',
    `(select string_agg(t.key || '=' || t.value, ', ' order by t.key) from resource_tags t where t.organization_id = $1 and t.resource_id = r.id and t.valid_to = 'infinity')`,
    ordersQueue,
  ),
  one('What type is ship-orders-production in eu-west-1?', 'r.resource_type', shipFunction),
  one('What is the state of table orders-production in us-east-1?', 'r.management_state', ordersTable),
  one('When was queue orders-production in eu-west-1 first seen?', day, ordersQueue),
  one('When was table orders-production in us-east-1 created?', day, ordersTable),
  one(
    'Is queue orders-production in eu-west-1 managed by code?',
    `case when r.management_state = 'managed' then 'yes' else 'no' end`,
    ordersQueue,
  ),
  one(
    'Is table orders-production in us-east-1 unmanaged?',
    `case when r.management_state = 'unmanaged' then 'yes' else 'no' end`,
    ordersTable,
  ),
  one(
    'Does queue orders-production in eu-west-1 have the tag Owner?',
    `'yes: the tag owner of orders-production'`,
    ordersQueue,
  ),
  {
    question: 'Show orders-production',
    family: 'one',
    states: ['Several records are named', 'eu-west-1', 'us-east-1'],
    cites: idsOf("r.name = 'orders-production'"),
    mustCite: true,
  },
  {
    question: 'Who owns orders-staging?',
    family: 'ownership',
    states: ['Shop'],
    cites: `${idsOf("r.name = 'orders-staging'")} union select t.id from teams t where t.organization_id = $1`,
    mustCite: true,
  },
  {
    question: 'Show account sandbox',
    family: 'one',
    states: `select a.account_id as value from aws_accounts a where a.organization_id = $1 and a.name = 'sandbox'`,
    cites: `select a.id from aws_accounts a where a.organization_id = $1 and a.name = 'sandbox'`,
    mustCite: true,
  },
];
