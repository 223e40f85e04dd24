import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { sampleTools } from '../../../support/assistant/sample-responses.ts';

/** The last call of a turn. */
interface Case {
  readonly form: string;
  readonly questions: readonly [string, string, ...string[]];
  readonly tool: string;
  readonly arguments: JsonObject;
}

const week = { since: '2026-11-16T12:00:00.000Z', until: '2026-11-23T12:00:00.000Z' };
const sqs = ['AWS::SQS::Queue'];

/** Every form of the table "Embedded model" of the contract, in its order. */
const cases: readonly Case[] = [
  {
    form: 'how many resources, in total',
    questions: ['How many resources do we have in total?', 'number of resources', 'COUNT ALL RESOURCES'],
    tool: 'count_resources',
    arguments: {},
  },
  {
    form: 'how many X',
    questions: ['How many SQS queues are there?', 'count the queues', 'how many AWS::SQS::Queue resources'],
    tool: 'count_resources',
    arguments: { resource_type: sqs },
  },
  {
    form: 'how many X in F: region',
    questions: [
      'How many queues are in eu-west-1?',
      'In Ireland, how many queues do we have?',
      'queue count in region eu-west-1',
    ],
    tool: 'count_resources',
    arguments: { resource_type: sqs, region: ['eu-west-1'] },
  },
  {
    form: 'how many X in F: stated scope',
    questions: ['How many queues are in account "shop"?', 'How many queues has the shop account?'],
    tool: 'count_resources',
    arguments: { resource_type: sqs, account: 'r3' },
  },
  {
    form: 'how many X in F: application, environment, team, project',
    questions: [
      'How many resources of application orders in environment staging owned by team Data managed by project infra/main?',
      'In the staging environment, how many resources of application orders owned by Data are managed by infra/main?',
    ],
    tool: 'count_resources',
    arguments: { application: 'r20', environment: 'r23', team: 'r24', project: 'r2' },
  },
  {
    form: 'how many with tag k=v',
    questions: [
      'How many resources with tag Owner=team-a?',
      'How many resources are tagged Owner=team-a?',
      'how many resources have the tag Owner = team-a',
    ],
    tool: 'count_resources',
    arguments: { tag: ['Owner=team-a'] },
  },
  {
    form: 'how many managed',
    questions: ['How many resources are managed by code?', 'how many managed resources'],
    tool: 'count_resources',
    arguments: { management_state: ['managed'] },
  },
  {
    form: 'how many not managed by any code',
    questions: [
      'How many queues are not managed by any code?',
      "how many queues aren't managed",
      'count unmanaged queues',
    ],
    tool: 'count_resources',
    arguments: { resource_type: sqs, management_state: ['unmanaged'] },
  },
  {
    form: 'accounts connected',
    questions: ['How many accounts are connected?', 'number of connected AWS accounts'],
    tool: 'list_accounts',
    arguments: { status: ['connected'], count_only: true },
  },
  {
    form: 'how many teams',
    questions: ['How many teams do we have?', 'count teams'],
    tool: 'list_teams',
    arguments: { count_only: true },
  },
  {
    form: 'X by F',
    questions: [
      'Queues by region',
      'How many queues per region?',
      'show the number of queues for each region',
    ],
    tool: 'count_resources',
    arguments: { resource_type: sqs, group_by: 'region' },
  },
  {
    form: 'X by tag',
    questions: ['Resources by tag Owner', 'show resources grouped by the tag Owner'],
    tool: 'count_resources',
    arguments: { group_by: 'tag', tag_key: 'Owner' },
  },
  {
    form: 'most common type',
    questions: ['What is the most common resource type?', 'Which type is most common?'],
    tool: 'count_resources',
    arguments: { group_by: 'resource_type' },
  },
  {
    form: 'which F has most X',
    questions: ['Which team has the most queues?', 'which team owns most queues'],
    tool: 'count_resources',
    arguments: { resource_type: sqs, group_by: 'team' },
  },
  {
    form: 'which regions do we use',
    questions: ['Which regions do we use?', 'list the regions in use', 'how many regions do we use'],
    tool: 'count_resources',
    arguments: { group_by: 'region' },
  },
  {
    form: 'which types do we use',
    questions: ['What resource types do we use?', 'which types are in use'],
    tool: 'count_resources',
    arguments: { group_by: 'resource_type' },
  },
  {
    form: 'X in A versus B',
    questions: [
      'How many queues in eu-west-1 versus us-east-1?',
      'compare queues in eu-west-1 and us-east-1',
    ],
    tool: 'count_resources',
    arguments: { resource_type: sqs, region: ['us-east-1'] },
  },
  {
    form: 'which has more',
    questions: [
      'Which has more queues, eu-west-1 or us-east-1?',
      'Does eu-west-1 have more queues than us-east-1?',
    ],
    tool: 'count_resources',
    arguments: { resource_type: sqs, region: ['us-east-1'] },
  },
  {
    form: 'what has A that B lacks',
    questions: ['What has eu-west-1 that us-east-1 lacks?', 'What is in eu-west-1 but not in us-east-1?'],
    tool: 'count_resources',
    arguments: { region: ['us-east-1'], group_by: 'resource_type' },
  },
  {
    form: 'list X in F',
    questions: [
      'List the queues in eu-west-1',
      'show me all SQS queues in eu-west-1',
      'Which queues are in eu-west-1?',
    ],
    tool: 'search_resources',
    arguments: { resource_type: sqs, region: ['eu-west-1'], limit: 20, sort: 'name' },
  },
  {
    form: 'new since T',
    questions: [
      'What is new since 2026-11-20?',
      'Which resources were created since 2026-11-20?',
      'new resources since 2026-11-20',
    ],
    tool: 'list_changes',
    arguments: {
      kind: 'created',
      since: '2026-11-20T00:00:00.000Z',
      until: '2026-11-23T12:00:00.000Z',
      limit: 20,
    },
  },
  {
    form: 'list without tag k',
    questions: [
      'List queues without tag Owner',
      "Which queues don't have the Owner tag?",
      'queues missing the tag Owner',
    ],
    tool: 'search_resources',
    arguments: { resource_type: sqs, without_tag: ['Owner'], limit: 20, sort: 'name' },
  },
  {
    form: 'list without owner',
    questions: ['List queues without an owner', 'Which queues have no owner?', 'unowned queues'],
    tool: 'search_resources',
    arguments: { resource_type: sqs, without_owner: true, limit: 20, sort: 'name' },
  },
  {
    form: 'accounts by status',
    questions: ['Accounts by status', 'show the accounts per status'],
    tool: 'list_accounts',
    arguments: { group_by: 'status' },
  },
  {
    form: 'show N',
    questions: [
      'Show queue orders-production',
      'Tell me about the queue "orders-production"',
      'details of queue orders-production',
    ],
    tool: 'get_resource',
    arguments: { resource: 'r1' },
  },
  {
    form: 'region, account, tags of N',
    questions: [
      'Which region is queue orders-production in?',
      "What is queue orders-production's region?",
      'Tags of queue orders-production',
      'account of queue orders-production',
    ],
    tool: 'get_resource',
    arguments: { resource: 'r1' },
  },
  {
    form: 'when was N created or seen',
    questions: ['When was queue orders-production created?', 'When was queue orders-production last seen?'],
    tool: 'get_resource',
    arguments: { resource: 'r1' },
  },
  {
    form: 'is N managed',
    questions: ['Is queue orders-production managed?', 'is the queue orders-production managed by code'],
    tool: 'get_resource',
    arguments: { resource: 'r1' },
  },
  {
    form: 'who owns N',
    questions: [
      'Who owns queue orders-production?',
      'Owner of queue orders-production',
      'which team is responsible for queue orders-production',
    ],
    tool: 'get_ownership',
    arguments: { resource: 'r1' },
  },
  {
    form: 'what does team N own',
    questions: [
      'What does team Data own?',
      'list everything owned by team Data',
      'show resources of the Data team',
    ],
    tool: 'search_resources',
    arguments: { team: 'r24', limit: 20, sort: 'name' },
  },
  {
    form: 'application, environment of N',
    questions: [
      'Which application does queue orders-production belong to?',
      'environment of queue orders-production',
    ],
    tool: 'get_ownership',
    arguments: { resource: 'r1' },
  },
  {
    form: 'what is unowned',
    questions: ['What is unowned?', 'What has no owner?'],
    tool: 'count_resources',
    arguments: { owned: false },
  },
  {
    form: 'which code, file or address manages N',
    questions: [
      'Which code manages queue orders-production?',
      'In which file is queue orders-production defined?',
      'terraform address of queue orders-production',
    ],
    tool: 'get_code_mapping',
    arguments: { resource: 'r1' },
  },
  {
    form: 'what does project N manage',
    questions: ['What does project infra/main manage?', 'Which resources does infra/main manage?'],
    tool: 'search_resources',
    arguments: { project: 'r2', limit: 20, sort: 'name' },
  },
  {
    form: 'what is missing',
    questions: ['What is missing?', 'Which resources are missing?'],
    tool: 'get_coverage',
    arguments: { project: 'r2', limit: 20 },
  },
  {
    form: 'how many changes T',
    questions: ['How many changes today?', 'How many changes have there been since today?'],
    tool: 'count_changes',
    arguments: { since: '2026-11-23T00:00:00.000Z', until: '2026-11-23T12:00:00.000Z' },
  },
  {
    form: 'what changed, without a time',
    questions: ['What changed?', 'show the changes'],
    tool: 'list_changes',
    arguments: { ...week, limit: 20 },
  },
  {
    form: 'what changed in N',
    questions: ['What changed in queue orders-production?', 'history of queue orders-production'],
    tool: 'list_changes',
    arguments: { resource: 'r1', limit: 20 },
  },
  {
    form: 'who changed N',
    questions: ['Who changed queue orders-production?', 'who last touched the queue orders-production'],
    tool: 'list_changes',
    arguments: { resource: 'r1', limit: 20 },
  },
  {
    form: 'who modified N',
    questions: ['who last modified the queue orders-production', 'Who edited queue orders-production?'],
    tool: 'list_changes',
    arguments: { resource: 'r1', kind: 'updated', limit: 20 },
  },
  {
    form: 'deleted T',
    questions: [
      'What was deleted in the last 2 hours?',
      'show everything that was removed in the past two hours',
    ],
    tool: 'list_changes',
    arguments: {
      kind: 'deleted',
      since: '2026-11-23T10:00:00.000Z',
      until: '2026-11-23T12:00:00.000Z',
      limit: 20,
    },
  },
  {
    form: 'unexplained T',
    questions: ['Unexplained changes in May 2026', 'which changes were not explained in May 2026'],
    tool: 'list_changes',
    arguments: {
      explained: false,
      since: '2026-05-01T00:00:00.000Z',
      until: '2026-06-01T00:00:00.000Z',
      limit: 20,
    },
  },
  {
    form: 'what depends on N',
    questions: ['What depends on queue orders-production?', 'who uses queue orders-production'],
    tool: 'get_impact',
    arguments: { resource: 'r1', direction: 'incoming', depth: 1, limit: 50 },
  },
  {
    form: 'what does N use',
    questions: ['What does queue orders-production use?', 'what does the queue orders-production depend on'],
    tool: 'get_impact',
    arguments: { resource: 'r1', direction: 'outgoing', depth: 1, limit: 50 },
  },
  {
    form: 'what breaks without N',
    questions: [
      'What breaks without queue orders-production?',
      'impact of queue orders-production',
      'what fails if queue orders-production is deleted',
    ],
    tool: 'get_impact',
    arguments: { resource: 'r1', limit: 50 },
  },
  {
    form: 'plans T, runs T',
    questions: ['Plans since 2026-11-16T12:00Z', 'show plans from the last 7 days'],
    tool: 'list_plans',
    arguments: { ...week, limit: 20 },
  },
  {
    form: 'last plan of N',
    questions: ['Last plan of infra/main', 'What is the latest plan for project infra/main?'],
    tool: 'list_plans',
    arguments: { project: 'r2', limit: 1 },
  },
  {
    form: 'what will plan N touch',
    questions: ['What will plan "p-1" touch?', 'what does the plan p-1 change'],
    tool: 'get_plan',
    arguments: { plan: 'p-1' },
  },
  {
    form: 'failed runs',
    questions: ['Failed runs', 'Which runs failed?'],
    tool: 'list_executions',
    arguments: { status: ['failed'], ...week, limit: 20 },
  },
  {
    form: 'open pull requests',
    questions: ['Open pull requests', 'which PRs are open', 'show open merge requests'],
    tool: 'list_pull_requests',
    arguments: { state: ['open'], limit: 20 },
  },
  {
    form: 'coverage',
    questions: ['What is the coverage?', 'how much is managed by code'],
    tool: 'get_coverage',
    arguments: {},
  },
  {
    form: 'how fresh',
    questions: ['How fresh is the data?', 'when was the last scan'],
    tool: 'get_coverage',
    arguments: {},
  },
  {
    form: 'not scanned',
    questions: ['What is not scanned?', 'Which accounts were never scanned?'],
    tool: 'list_accounts',
    arguments: { status: 'connected', count_only: true },
  },
  {
    form: 'stale',
    questions: ['Which accounts are stale?', 'what is stale'],
    tool: 'list_accounts',
    arguments: { status: 'connected', count_only: true },
  },
];

for (const { form, questions, tool, arguments: args } of cases)
  test(`answers: ${form}`, (t) => {
    for (const question of questions) {
      const { calls, answer } = runEmbedded(question, sampleTools);
      const wanted = { tool, arguments: args };
      const made = calls.map((call) => ({ tool: call.name, arguments: call.arguments }));
      // Later calls say more about the answer, such as the names of a few resources.
      t.deepEqual(made.find((call) => isDeepStrictEqual(call, wanted)) ?? made.at(-1), wanted, question);
      t.notRegex(answer, /not understood/, question);
    }
  });
