import { countRows, idsOf, projectId, union } from './expected-sql.ts';
import { ordersQueue } from './questions-resource.ts';
import type { SampleQuestion } from './sample-question.ts';

const path = 'terraform/shop/production';
const lastWeek = "x.created_at >= now() - interval '7 days'";
const today = "x.created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'";

const plans = 'select p.id from plans p where p.organization_id = $1';
const runs = 'select e.id from executions e where e.organization_id = $1';
const lastPlan = `select p.id from plans p where p.organization_id = $1 and p.iac_project_id in (${projectId(path)})
  order by p.created_at desc limit 1`;
const plannedResources = `select c.resource_id as id from plan_changes c where c.organization_id = $1
  and c.plan_id in (${lastPlan}) and c.resource_id is not null`;
/** The executions of the plans that change the queue, and the ones that apply these plans. */
const touching = `select e.id from executions e join plans p on p.organization_id = $1 and p.id in (
    select c.plan_id from plan_changes c where c.organization_id = $1 and c.resource_id in (${idsOf(ordersQueue)}))
  where e.organization_id = $1 and (e.id = p.execution_id or e.plan_id = p.id or e.external_id = (
    select o.external_id from executions o where o.organization_id = $1 and o.id = p.execution_id))`;

const addresses = (action: string) =>
  `select c.address as value from plan_changes c where c.organization_id = $1 and c.plan_id in (${lastPlan}) and ${action}`;

/** Plans and runs that the demo reports. */
export const ciQuestions: readonly SampleQuestion[] = [
  {
    question: 'How many plans were there in the last 7 days?',
    family: 'ci',
    states: countRows('plans', lastWeek),
  },
  { question: 'How many plans are there today?', family: 'ci', states: countRows('plans', today) },
  {
    question: 'Plans in the last 7 days',
    family: 'ci',
    states: ['terraform/shop/production'],
    cites: plans,
    mustCite: true,
  },
  {
    question: 'How many runs were there in the last 7 days?',
    family: 'ci',
    states: countRows('executions', lastWeek),
  },
  {
    question: 'How many failed runs this week?',
    family: 'ci',
    states: countRows('executions', "x.status = 'failed' and x.created_at >= date_trunc('week', now())"),
  },
  {
    question: 'How many apply runs succeeded in the last 7 days?',
    family: 'ci',
    states: countRows('executions', `x.status = 'succeeded' and x.kind = 'apply' and ${lastWeek}`),
  },
  {
    question: `What is the last plan of ${path}?`,
    family: 'ci',
    states: ['update 1', 'delete 1'],
    cites: union(lastPlan, projectId(path)),
    mustCite: true,
  },
  {
    question: `What did the last plan of project ${path} change?`,
    family: 'ci',
    states: addresses('true'),
    cites: union(lastPlan, projectId(path), plannedResources),
    mustCite: true,
  },
  {
    question: `What will the last plan of project ${path} delete?`,
    family: 'ci',
    states: addresses("c.class = 'delete'"),
    cites: union(lastPlan, projectId(path), plannedResources),
    mustCite: true,
  },
  {
    question: 'What will the last plan update?',
    family: 'ci',
    states: addresses("c.class = 'update'"),
    cites: union(lastPlan, plannedResources),
    mustCite: true,
  },
  {
    question: 'Which plans touched queue orders-production in eu-west-1?',
    family: 'ci',
    states: ['apply', 'succeeded'],
    cites: union(touching, idsOf(ordersQueue)),
    mustCite: true,
  },
  {
    question: `What are the last executions of project ${path}?`,
    family: 'ci',
    states: ['apply', 'succeeded'],
    cites: union(runs, projectId(path)),
    mustCite: true,
  },
];
