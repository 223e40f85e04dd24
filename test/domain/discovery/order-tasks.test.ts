import test from 'ava';
import { orderTasks } from '../../../domain/discovery/order-tasks.ts';
import { planTasks } from '../../../domain/discovery/plan-tasks.ts';
import type { PlannedTask } from '../../../domain/discovery/plan-tasks.ts';
import { tasksPerActivity } from '../../../domain/discovery/scan-input.ts';

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

test('a plan has each task of a region once, and those of Cloud Control last', (t) => {
  const hints = [{ region, resourceType: 'AWS::IVS::Channel' }];
  const plan = { enabledRegions: [region], regions: [region], resourceTypes: null, hints };
  const planned = services(planTasks(plan));
  t.is(new Set(planned).size, planned.length);
  t.is(planned.at(-1), 'cloudcontrol');
  t.true(planned.length > tasksPerActivity);
  const begins = planned.slice(0, -1).filter((_service, index) => index % tasksPerActivity === 0);
  t.false(begins.includes('logs'), 'an activity begins with a task that waits for no quota');
});
