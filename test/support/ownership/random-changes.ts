import fc from 'fast-check';
import type { TestClient } from '../test-api.ts';

/** Records of an organization that changes pick by number. The lists grow and shrink with the changes. */
export interface ChangingWorld {
  readonly client: TestClient;
  readonly accounts: readonly string[];
  readonly resources: readonly string[];
  readonly projects: readonly string[];
  readonly sources: readonly string[];
  readonly repository: string;
  readonly member: string;
  readonly applications: readonly string[];
  readonly teams: readonly string[];
  readonly environments: string[];
  readonly rules: string[];
  /** Replaces tags and status of a resource, as a scan does. */
  rescan(
    resource: string,
    status: 'active' | 'deleted',
    tags: Readonly<Record<string, string>>,
  ): Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;
type Apply = (world: ChangingWorld, first: number, second: number) => Promise<void>;

const pick = <T>(list: readonly T[], number: number): T => {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
};
const isOdd = (number: number) => number % 2 === 1;

/** Sends a request that may be rejected. Returns the id in the response. */
async function send({ client }: ChangingWorld, method: string, path: string, body: Body = {}) {
  const response = await client.request<{ id?: string }>(method, path, { body });
  if (response.status >= 500) throw new Error(`${method} ${path} returned ${response.status}`);
  return response.status < 300 ? response.body.id : undefined;
}

const values = ['shop', 'Shop!', 'new app', 'live', 'qa', ''];
const keys = ['App', 'a-p-p', 'env'];

function conditionOf(world: ChangingWorld, number: number): Body {
  const leaf = (place: number): Body =>
    pick<() => Body>(
      [
        () => ({ tag: { key: pick(keys, place), equals: pick(values, place) } }),
        () => ({ tag: { key: 'app', exists: isOdd(place) } }),
        () => ({ name: { matches: 'w*' } }),
        () => ({ account: { in: [pick(world.accounts, place)] } }),
        () => ({ project: { in: [pick(world.projects, place)] } }),
        () => ({ repository: { in: [world.repository] } }),
        () => ({ related_to: { application_id: pick(world.applications, place) } }),
      ],
      number + place,
    )();
  const first = leaf(number >> 2);
  return pick<Body>([first, first, { not: first }, { any: [first, leaf(number >> 4)] }], number);
}

function outcomeOf(world: ChangingWorld, number: number): Body {
  return pick<Body>(
    [
      { application: { id: pick(world.applications, number >> 2) } },
      { application: { name_from_tag: 'app' }, team: { id: pick(world.teams, number >> 2) } },
      { team: { id: pick(world.teams, number >> 2) } },
      { environment: { id: pick(world.environments, number >> 2) } },
    ],
    number,
  );
}

async function membershipOf(world: ChangingWorld, number: number): Promise<string | undefined> {
  const { body } = await world.client.request<{ items: { id: string }[] }>(
    'GET',
    '/memberships?include_deleted=true',
  );
  return body.items.length === 0 ? undefined : pick(body.items, number).id;
}

const changes: Readonly<Record<string, Apply>> = {
  async createRule(world, first, second) {
    const id = await send(world, 'POST', '/inference-rules', {
      name: 'Rule',
      conditions: conditionOf(world, first),
      outcome: outcomeOf(world, second),
      priority: first % 3,
    });
    if (id !== undefined) world.rules.push(id);
  },
  async updateRule(world, first, second) {
    if (world.rules.length === 0) return;
    const body = pick<Body>(
      [
        { enabled: isOdd(second) },
        { priority: second % 3 },
        { conditions: conditionOf(world, second) },
        { outcome: outcomeOf(world, second) },
      ],
      first,
    );
    await send(world, 'PATCH', `/inference-rules/${pick(world.rules, first >> 2)}`, body);
  },
  async deleteRule(world, first) {
    const [id] = world.rules.splice(first % Math.max(1, world.rules.length), 1);
    if (id !== undefined) await send(world, 'DELETE', `/inference-rules/${id}`);
  },
  async updateApplication(world, first, second) {
    const body = pick<Body>([{ archived: isOdd(second) }, { name: pick(values, second) }], first);
    await send(world, 'PATCH', `/applications/${pick(world.applications, first >> 1)}`, body);
  },
  async assignOwner(world, first, second) {
    const owner = isOdd(first) ? { team_id: pick(world.teams, second) } : { user_id: world.member };
    await send(world, 'POST', `/applications/${pick(world.applications, first >> 1)}/owners`, owner);
  },
  async changeTeam(world, first, second) {
    await send(world, 'PATCH', `/teams/${pick(world.teams, first)}`, { is_active: isOdd(second) });
  },
  async changeMember(world, first) {
    const path = `/organization/members/${world.member}`;
    await (isOdd(first) ? send(world, 'DELETE', path) : send(world, 'POST', `${path}/reactivate`));
  },
  async createEnvironment(world, first, second) {
    const body = { name: pick(values, first), class: pick(['production', 'test'], second) };
    const id = await send(world, 'POST', '/environments', body);
    if (id !== undefined) world.environments.push(id);
  },
  async updateEnvironment(world, first, second) {
    const body = isOdd(second) ? { name: pick(values, second >> 1) } : { class: 'production' };
    await send(world, 'PATCH', `/environments/${pick(world.environments, first)}`, body);
  },
  async review(world, first, second) {
    const id = await membershipOf(world, first);
    if (id !== undefined)
      await send(world, 'POST', `/memberships/${id}/${pick(['confirm', 'reject'], second)}`);
  },
  async declare(world, first, second) {
    const path = `/applications/${pick(world.applications, first)}/resources`;
    await send(world, 'POST', path, { resource_ids: [pick(world.resources, second)] });
  },
  async link(world, first, second) {
    await send(world, 'PUT', `/repositories/${world.repository}/associations`, {
      application_ids: isOdd(first) ? [pick(world.applications, first >> 1)] : [],
      team_ids: isOdd(second) ? [pick(world.teams, second >> 1)] : [],
    });
  },
  async changeProject(world, first, second) {
    const environment = isOdd(second) ? pick(world.environments, second >> 1) : null;
    await send(world, 'PATCH', `/iac-projects/${pick(world.projects, first)}`, {
      environment_id: environment,
    });
  },
  async changeSource(world, first, second) {
    const body = isOdd(first)
      ? { iac_project_id: pick(world.projects, second) }
      : { disabled: isOdd(second) };
    await send(world, 'PATCH', `/state-sources/${pick(world.sources, first >> 1)}`, body);
  },
  async correct(world, first, second) {
    const body = pick<Body>(
      [
        { action: 'unlink' },
        { action: 'ignore' },
        { action: 'link', address: 'aws_sqs_queue.a', iac_project_id: pick(world.projects, second) },
      ],
      first,
    );
    await send(world, 'POST', `/resources/${pick(world.resources, second)}/mapping-corrections`, body);
  },
  rescan: (world, first, second) =>
    world.rescan(pick(world.resources, first), first % 5 === 0 ? 'deleted' : 'active', {
      [pick(keys, second)]: pick(values, second >> 2),
    }),
};

export type Change = readonly [name: string, first: number, second: number];

/** A change over HTTP, or of a scan. Its numbers choose the records and the new values. */
export const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom(...Object.keys(changes)),
  fc.nat(999),
  fc.nat(999),
);

export async function applyChange(world: ChangingWorld, [name, first, second]: Change): Promise<void> {
  await changes[name]?.(world, first, second);
}
