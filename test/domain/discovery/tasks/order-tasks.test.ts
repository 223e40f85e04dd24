import test from 'ava';
import { orderTasks, slowestRate } from '../../../../domain/discovery/tasks/order-tasks.ts';
import { planTasks } from '../../../../domain/discovery/tasks/plan-tasks.ts';
import type { PlannedTask } from '../../../../domain/discovery/tasks/order-tasks.ts';
import { tasksPerActivity } from '../../../../domain/discovery/tasks/scan-input.ts';

const region = 'eu-west-1';
const task = (service: string, ...resourceTypes: readonly string[]): PlannedTask => ({
  region,
  service,
  resourceTypes,
});
const services = (tasks: readonly PlannedTask[]) => tasks.map(({ service }) => service);

const logs = task('logs', 'AWS::Logs::LogGroup');
const queues = task('sqs', 'AWS::SQS::Queue');
const topics = task('sns', 'AWS::SNS::Topic');
const functions = task('lambda', 'AWS::Lambda::Function');
const tables = task('dynamodb', 'AWS::DynamoDB::Table');

test('begins with the smallest quota of a call per resource, and ends with tasks without such calls', (t) => {
  const ordered = orderTasks([logs, queues, topics, functions, tables], 10);
  t.deepEqual(services(ordered), ['dynamodb', 'lambda', 'sns', 'sqs', 'logs']);
});

test('considers only the types of the task', (t) => {
  const clusters = task('elasticmapreduce', 'AWS::EMR::Cluster');
  const studios = task('elasticmapreduce', 'AWS::EMR::Studio');
  t.is(orderTasks([tables, clusters], 10)[0], clusters);
  t.is(orderTasks([studios, tables], 10)[0], tables);
});

test('divides the slow tasks among the activities', (t) => {
  t.deepEqual(services(orderTasks([logs, queues, topics, functions, tables], 2)), [
    'dynamodb',
    'sqs',
    'lambda',
    'logs',
    'sns',
  ]);
  t.deepEqual(orderTasks([], 2), []);
});

test('each activity claims its share of the slow tasks, in the order of their quotas', (t) => {
  const all = planTasks({ enabledRegions: [region], regions: [region], resourceTypes: undefined, hints: [] });
  for (const count of [1, 19, 20, 21, 30, 40, 41, 79, all.length]) {
    const ordered = orderTasks(all.slice(0, count), tasksPerActivity);
    t.deepEqual(services(ordered).toSorted(), services(all.slice(0, count)).toSorted());
    const activities = Math.ceil(count / tasksPerActivity);
    const claims = Array.from({ length: activities }, (_, index) =>
      ordered.slice(index * tasksPerActivity, (index + 1) * tasksPerActivity).map(slowestRate),
    );
    for (const rates of claims)
      t.deepEqual(
        rates,
        rates.toSorted((a, b) => (a < b ? -1 : Number(a > b))),
        `${count} tasks`,
      );
    const smallest = ordered.map(slowestRate).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    t.deepEqual(
      claims.map(([first]) => first),
      smallest.slice(0, activities),
    );
  }
});

test('a plan has each task of a region once, and those of Cloud Control last', (t) => {
  const hints = [{ region, resourceType: 'AWS::IVS::Channel' }];
  const plan = { enabledRegions: [region], regions: [region], resourceTypes: undefined, hints };
  const planned = services(planTasks(plan));
  t.is(new Set(planned).size, planned.length);
  t.is(planned.at(-1), 'cloudcontrol');
  t.true(planned.length > tasksPerActivity);
});
