import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type {
  DiscoveredResource,
  Evidence,
  OwnershipIssue,
  ResourceOwnership,
} from '../../api-client/api-types.ts';
import type { SampleOwnership } from './create-ownership.ts';
import { formatTable } from './format-table.ts';

type Say = (text: string) => void;

const all = { limit: 200 };
const shownResources = 8;

/** Resources whose owners come from an application, a repository and a rule. */
const examples = [
  { q: 'orders-production', resource_type: 'AWS::SQS::Queue' },
  { q: 'shop-production-vpc', resource_type: 'AWS::EC2::VPC' },
  { q: 'sandbox', resource_type: 'AWS::S3::Bucket' },
  { q: 'payments-staging', resource_type: 'AWS::Logs::LogGroup' },
];

/** Prints applications, rules, owners and open issues. */
export async function showOwnership(
  client: TypedClient,
  ownership: SampleOwnership,
  say: Say,
): Promise<void> {
  await showApplications(client, ownership, say);
  await showRules(client, say);
  await showResources(client, ownership, say);
  await showIssues(client, say);
}

async function showApplications(
  client: TypedClient,
  { applications, teams }: SampleOwnership,
  say: Say,
): Promise<void> {
  const rows = await Promise.all(
    applications.map(async ({ id, name, source }) => {
      const params = { path: { id } };
      const { items } = await dataOf(client.GET('/api/v1/applications/{id}/owners', { params }));
      const query = { application_id: id, limit: 1 };
      const { total } = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
      const names = items.map(({ team_id: team }) => teams.find((one) => one.id === team)?.name ?? '');
      return [name, source, total, names.join(', ')] as const;
    }),
  );
  const sorted = rows.toSorted(([one], [other]) => one.localeCompare(other));
  say(`\nApplications\n${formatTable(['application', 'source', 'resources', 'owner'], sorted)}`);
}

async function showRules(client: TypedClient, say: Say): Promise<void> {
  const { items } = await dataOf(client.GET('/api/v1/inference-rules', { params: { query: all } }));
  const rows = items.map(({ name, priority, enabled, confirmed, rejected, precision }) => [
    name,
    priority,
    enabled ? 'yes' : 'no',
    confirmed,
    rejected,
    precision === undefined ? '' : `${precision * 100} %`,
  ]);
  const headers = ['rule', 'priority', 'enabled', 'confirmed', 'rejected', 'precision'];
  say(`\nInference rules\n${formatTable(headers, rows)}`);
}

async function showResources(client: TypedClient, ownership: SampleOwnership, say: Say): Promise<void> {
  const found = await Promise.all(examples.map((query) => readExample(client, query)));
  const known = found.flatMap((one) => (one === undefined ? [] : [one]));
  const names = namesOf(ownership);
  const rows = known.map(({ resource, answer }) => [
    resource.name ?? resource.native_id,
    resource.resource_type,
    answer.owners.map((owner) => names(owner.team_id)).join(', '),
    answer.owners[0]?.source ?? '',
    answer.environment?.name ?? '',
    answer.environment?.source ?? '',
  ]);
  const headers = ['resource', 'type', 'owner', 'from', 'environment', 'from'];
  say(`\nOwners and environments\n${formatTable(headers, rows)}`);
  const [first] = known;
  if (first === undefined) return;
  const { owners, applications } = first.answer;
  const evidence = [
    ...owners.flatMap((owner) => evidenceRows(`owner ${names(owner.team_id)}`, owner)),
    ...applications.flatMap((one) => evidenceRows(`application ${names(one.application_id)}`, one)),
  ];
  say(
    `\nEvidence of GET /api/v1/resources/${first.resource.id}/ownership\n${formatTable(['result', 'confidence', 'evidence', 'key', 'value'], evidence)}`,
  );
}

interface Example {
  readonly resource: DiscoveredResource;
  readonly answer: ResourceOwnership;
}

async function readExample(
  client: TypedClient,
  query: { readonly q: string; readonly resource_type: string },
): Promise<Example | undefined> {
  const { items } = await dataOf(
    client.GET('/api/v1/resources', { params: { query: { ...query, sort: 'name', limit: 1 } } }),
  );
  const [resource] = items;
  if (resource === undefined) return undefined;
  const params = { path: { id: resource.id } };
  return { resource, answer: await dataOf(client.GET('/api/v1/resources/{id}/ownership', { params })) };
}

function evidenceRows(
  result: string,
  { confidence, evidence }: { readonly confidence: string; readonly evidence: readonly Evidence[] },
): readonly (readonly string[])[] {
  return evidence.map(({ kind, key = '', value, reference }, index) => [
    index === 0 ? result : '',
    index === 0 ? confidence : '',
    kind,
    key,
    value ?? reference?.name ?? '',
  ]);
}

/** Returns a function that returns the name of a team or application. */
function namesOf({ teams, applications }: SampleOwnership): (id: string | undefined) => string {
  const names = new Map([...teams, ...applications].map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? '') ?? '';
}

async function showIssues(client: TypedClient, say: Say): Promise<void> {
  const issues = await listIssues(client);
  const unowned = issues.filter(({ kind }) => kind === 'unowned_resource');
  const others = issues.filter(({ kind }) => kind !== 'unowned_resource');
  const shown = await Promise.all(
    unowned.slice(0, shownResources).map(async ({ target }) => {
      const params = { path: { id: target.id } };
      const { resource_type: type, region } = await dataOf(client.GET('/api/v1/resources/{id}', { params }));
      return [target.name, type, region];
    }),
  );
  say(
    `\n${unowned.length} resources without application and owner\n${formatTable(['resource', 'type', 'region'], shown)}`,
  );
  if (unowned.length > shown.length) say(`… and ${unowned.length - shown.length} more`);
  const rows = others.map(({ kind, target, detail }) => [kind, target.name, detail]);
  say(`\nOther ownership issues\n${formatTable(['issue', 'target', 'detail'], rows)}`);
}

/** Returns all open issues. */
async function listIssues(client: TypedClient): Promise<readonly OwnershipIssue[]> {
  const issues: OwnershipIssue[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...all, ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(client.GET('/api/v1/ownership/issues', { params: { query } }));
    issues.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return issues;
}
