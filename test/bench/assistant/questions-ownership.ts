import {
  all,
  countOf,
  environmentName,
  idsOf,
  inAccount,
  inRegion,
  ownedBy,
  ownersOfResource,
  teamId,
  typed,
  union,
  unowned,
} from './expected-sql.ts';
import { ordersQueue, ordersTable } from './questions-resource.ts';
import type { SampleQuestion } from './sample-question.ts';

const paymentsQueue = all(
  typed('AWS::SQS::Queue'),
  inRegion('us-east-1'),
  inAccount('shop-production'),
  "r.name = 'payments-production'",
);
const dataQueue = all(
  typed('AWS::SQS::Queue'),
  inRegion('eu-west-1'),
  inAccount('data-platform'),
  "r.name = 'ingestion-shared'",
);
const sandboxQueue = all(
  typed('AWS::SQS::Queue'),
  inRegion('us-east-1'),
  inAccount('sandbox'),
  "r.name = 'toolbox-shared'",
);
const live = "r.organization_id = $1 and r.status <> 'deleted'";
const teams = 'select t.id from teams t where t.organization_id = $1';

function owner(question: string, condition: string): SampleQuestion {
  return {
    question,
    family: 'ownership',
    states: `select t.name as value from resources r join teams t on t.organization_id = $1 and t.id in (${ownersOfResource}) where ${live} and ${condition}`,
    cites: union(idsOf(condition), teams),
    mustCite: true,
  };
}

function application(question: string, condition: string): SampleQuestion {
  return {
    question,
    family: 'ownership',
    states: `select p.name as value from resources r join memberships m on m.organization_id = $1 and m.resource_id = r.id
      and m.status in ('inferred', 'confirmed', 'declared') join applications p on p.organization_id = $1 and p.id = m.application_id where ${live} and ${condition}`,
    cites: union(idsOf(condition), 'select p.id from applications p where p.organization_id = $1'),
    mustCite: true,
  };
}

function environment(question: string, condition: string): SampleQuestion {
  return {
    question,
    family: 'ownership',
    states: `select ${environmentName} as value from resources r where ${live} and ${condition}`,
    cites: union(idsOf(condition), 'select v.id from environments v where v.organization_id = $1'),
    mustCite: true,
  };
}

function owned(question: string, team: string, condition = 'true'): SampleQuestion {
  const both = all(ownedBy(team), condition);
  return {
    question,
    family: 'ownership',
    states: countOf(both),
    cites: union(idsOf(both), teamId(team)),
    mustCite: true,
  };
}

export const ownershipQuestions: readonly SampleQuestion[] = [
  owner('Who owns queue orders-production in eu-west-1?', ordersQueue),
  owner('Which team owns the queue payments-production in us-east-1?', paymentsQueue),
  owner('Who is the owner of table orders-production in us-east-1?', ordersTable),
  owner('Who owns queue ingestion-shared in eu-west-1?', dataQueue),
  owner('Who is responsible for queue toolbox-shared in us-east-1 in account sandbox?', sandboxQueue),
  application('Which application does queue orders-production in eu-west-1 belong to?', ordersQueue),
  application('Application of the queue payments-production in us-east-1', paymentsQueue),
  application('What is the application of queue ingestion-shared in eu-west-1?', dataQueue),
  environment('Which environment is queue orders-production in eu-west-1 in?', ordersQueue),
  environment('Environment of the queue toolbox-shared in us-east-1 in account sandbox', sandboxQueue),
  owned('What does team Payments own?', 'Payments'),
  owned('Which queues does the Shop team own?', 'Shop', typed('AWS::SQS::Queue')),
  owned('List the tables owned by team Data', 'Data', typed('AWS::DynamoDB::Table')),
  {
    question: 'What is unowned?',
    family: 'ownership',
    states: countOf(unowned),
    cites: idsOf(unowned),
    mustCite: true,
  },
  {
    question: 'Which queues have no owner?',
    family: 'ownership',
    states: countOf(all(typed('AWS::SQS::Queue'), unowned)),
    cites: idsOf(all(typed('AWS::SQS::Queue'), unowned)),
  },
];
