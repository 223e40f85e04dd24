import { accountId, changeIds, changesWithin, idsOf, inAccount, typed, union } from './expected-sql.ts';
import { ordersQueue } from './questions-resource.ts';
import type { SampleQuestion } from './sample-question.ts';

/** A window without a stated time: the last seven days. */
const week = '7 days';
const today = "r.occurred_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'";

function count(question: string, period: string, condition = 'true', cites?: string): SampleQuestion {
  return {
    question,
    family: 'changes',
    states: changesWithin(period, condition),
    ...(cites === undefined ? {} : { cites, mustCite: true as const }),
  };
}

function list(question: string, period: string, condition = 'true', scope?: string): SampleQuestion {
  const cites = scope === undefined ? changeIds(condition) : union(changeIds(condition), scope);
  return { question, family: 'changes', states: changesWithin(period, condition), cites };
}

const ofQueue = `r.resource_id in (${idsOf(ordersQueue)})`;

export const changeQuestions: readonly SampleQuestion[] = [
  count('How many changes were there in the last 24 hours?', '24 hours'),
  count('How many changes happened today?', '1 day', today),
  count('How many resources were created in the last 2 days?', '2 days', "r.kind = 'created'"),
  count(
    'How many queues were created in the last 3 hours?',
    '3 hours',
    `r.kind = 'created' and ${typed('AWS::SQS::Queue')}`,
  ),
  count('How many resources were deleted in the last 7 days?', week, "r.kind = 'deleted'"),
  count('How many changes were there?', week),
  count('How many unexplained changes in the last 24 hours?', '24 hours', 'r.explained_by_kind is null'),
  count(
    'How many changes in account shop-production in the last 24 hours?',
    '24 hours',
    inAccount('shop-production'),
    accountId('shop-production'),
  ),
  count(
    'How many changes of queue orders-production in eu-west-1 were there in the last 24 hours?',
    '24 hours',
    ofQueue,
    idsOf(ordersQueue),
  ),
  {
    question: 'Changes by account in the last 24 hours',
    family: 'changes',
    states: `select count(*)::text as value from changes r where r.organization_id = $1 and r.occurred_at >= now() - interval '24 hours' group by r.aws_account_id`,
    cites: 'select a.id from aws_accounts a where a.organization_id = $1',
  },
  {
    question: 'How many changes per region in the last 24 hours?',
    family: 'changes',
    states: `select count(*)::text as value from changes r where r.organization_id = $1 and r.occurred_at >= now() - interval '24 hours' group by r.region`,
  },
  list('What changed in the last 24 hours?', '24 hours'),
  list('What was updated in the last 24 hours?', '24 hours', "r.kind = 'updated'"),
  list(
    'Show the queues created in the last 24 hours',
    '24 hours',
    `r.kind = 'created' and ${typed('AWS::SQS::Queue')}`,
  ),
  list('What was deleted in the last 3 days?', '3 days', "r.kind = 'deleted'"),
  list('Unexplained changes in the last 2 days', '2 days', 'r.explained_by_kind is null'),
  list(
    'What changed in account sandbox in the last 24 hours?',
    '24 hours',
    inAccount('sandbox'),
    accountId('sandbox'),
  ),
  list('What changed in queue orders-production in eu-west-1?', '400 days', ofQueue, idsOf(ordersQueue)),
  list('Who changed queue orders-production in eu-west-1?', '400 days', ofQueue, idsOf(ordersQueue)),
  list('History of the queue orders-production in eu-west-1', '400 days', ofQueue, idsOf(ordersQueue)),
];
