import { failureDefaults, targetFailingTypes } from '../../../domain/graph/failure-propagation.ts';
import { relationshipTypes } from '../../../domain/values.ts';
import {
  addressesOf,
  all,
  countOf,
  countRows,
  idsOf,
  inAccount,
  inRegion,
  managedBy,
  projectId,
  typed,
  union,
} from './expected-sql.ts';
import { ordersQueue, shipFunction } from './questions-resource.ts';
import type { SampleQuestion } from './sample-question.ts';

const projects = 'select p.id from iac_projects p where p.organization_id = $1';
const resources = 'select r.id from resources r where r.organization_id = $1';
const path = 'terraform/shop/production';
const catalogueTable = all(
  typed('AWS::DynamoDB::Table'),
  inRegion('eu-west-1'),
  inAccount('shop-staging'),
  "r.name = 'catalogue-staging'",
);

function code(question: string, condition: string): SampleQuestion {
  return {
    question,
    family: 'code',
    states: addressesOf(condition),
    cites: union(idsOf(condition), projects),
    mustCite: true,
  };
}

/** Counts the records that fail with the resource (`dependents`), or with which it fails (`dependencies`), by one relationship. */
function edges(question: string, wanted: 'dependents' | 'dependencies', condition: string): SampleQuestion {
  const [failing, needed] = wanted === 'dependents' ? ['far', 'near'] : ['near', 'far'];
  const ends = (types: readonly string[], failingEnd: string, otherEnd: string) =>
    `select e.${failingEnd} as ${failing}, e.${otherEnd} as ${needed} from relationships e where e.organization_id = $1
      and e.status = 'active' and e.confidence <> 'low' and e.relationship_type in (${types.map((type) => `'${type}'`).join(', ')})`;
  return {
    question,
    family: 'graph',
    states: `select count(distinct x.far)::text as value from (
      ${ends(sourceFailingTypes(), 'source_id', 'target_id')} union all ${ends(targetFailingTypes, 'target_id', 'source_id')}) x
      where x.near in (${idsOf(condition)})`,
    cites: resources,
    mustCite: true,
  };
}

const missing = (project: string) => `select e.address as value from state_entries e
  join iac_project_states ps on ps.organization_id = $1 and ps.state_source_id = e.state_source_id
  where e.organization_id = $1 and e.class = 'missing' and e.resource_id is null and ps.iac_project_id in (${projectId(project)})`;

export const codeQuestions: readonly SampleQuestion[] = [
  code('Which code manages queue orders-production in eu-west-1?', ordersQueue),
  code('In which file is queue orders-production in eu-west-1 defined?', ordersQueue),
  code('What is the terraform address of table catalogue-staging in eu-west-1?', catalogueTable),
  code('Where is the table catalogue-staging in eu-west-1 defined?', catalogueTable),
  {
    question: 'Which code manages function ship-orders-production in eu-west-1?',
    family: 'code',
    states: ['No code manages'],
    cites: idsOf(shipFunction),
    mustCite: true,
  },
  {
    question: `What does project ${path} manage?`,
    family: 'code',
    states: countOf(managedBy(path)),
    cites: union(idsOf(managedBy(path)), projectId(path)),
    mustCite: true,
  },
  {
    question: `Which queues does ${path} manage?`,
    family: 'code',
    states: countOf(all(typed('AWS::SQS::Queue'), managedBy(path))),
    cites: union(idsOf(managedBy(path)), projectId(path)),
    mustCite: true,
  },
  {
    question: 'What is missing?',
    family: 'code',
    states: countRows('state_entries', "x.class = 'missing' and x.resource_id is null"),
    cites: projects,
    mustCite: true,
  },
  {
    question: `What is missing in project ${path}?`,
    family: 'code',
    states: missing(path),
    cites: projectId(path),
    mustCite: true,
  },
  {
    question: 'What is missing in terraform/shop/staging?',
    family: 'code',
    states: missing('terraform/shop/staging'),
    cites: projectId('terraform/shop/staging'),
    mustCite: true,
  },
  edges('What depends on queue orders-production in eu-west-1?', 'dependents', ordersQueue),
  {
    ...edges('What uses the table catalogue-staging in eu-west-1?', 'dependents', catalogueTable),
    family: 'graph',
  },
  edges('What does function ship-orders-production in eu-west-1 use?', 'dependencies', shipFunction),
  edges('Dependencies of queue orders-production in eu-west-1', 'dependencies', ordersQueue),
  {
    question: 'What breaks without queue orders-production in eu-west-1?',
    family: 'graph',
    states: ['ship-orders-production', 'charge-orders-production'],
    cites: resources,
    mustCite: true,
  },
  {
    question: 'What happens if the queue orders-production in eu-west-1 goes away?',
    family: 'graph',
    states: ['ship-orders-production', 'charge-orders-production'],
    cites: resources,
    mustCite: true,
  },
];

/** Types of relationships whose source fails when the target fails. */
function sourceFailingTypes() {
  return relationshipTypes.filter((type) => ['source', 'both'].includes(failureDefaults[type].end));
}
