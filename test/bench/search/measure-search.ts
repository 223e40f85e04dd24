import { endOfMillisecond } from '../../../domain/inventory/history-time.ts';
import pg from 'pg';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceCounts } from '../../../db/inventory/search/count-resources.ts';
import { findCandidates } from '../../../db/inventory/search/candidate-set.ts';
import { countMatches, findPage, searchResources } from '../../../db/inventory/search/search-resources.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { Figure } from '../bench.ts';
import { countByHand, pageByHand } from './by-hand.ts';
import { history } from './generated-inventory.ts';
import type { GeneratedOrganization } from './generated-inventory.ts';
import { compare, time } from './measure.ts';
import type { Timing } from './measure.ts';
import { questionsOf, textsOf } from './questions.ts';

interface Question {
  readonly filter: ResourceFilter;
  readonly counts: Pick<ResourceCounts, 'total' | 'rowBounds'>;
}

/** Milliseconds. */
interface Targets {
  readonly firstPage: number | undefined;
  /** Of total and facets with up to one filter, and with more. */
  readonly counts: readonly [number, number];
  readonly textPage: Readonly<Record<string, number>>;
  readonly textCounts: Readonly<Record<string, number>>;
  readonly depth: number;
  readonly pastPage: number;
  readonly pastCounts: number | undefined;
}

const ofAMillion: Targets = {
  firstPage: 10,
  counts: [5, 60],
  textPage: { rare: 30, medium: 100, common: 10, short: 1500 },
  textCounts: { common: 750, short: 1500 },
  depth: 1.2,
  pastPage: 50,
  pastCounts: 1000,
};
const ofTenMillion: Targets = {
  firstPage: undefined,
  counts: [20, 300],
  textPage: { rare: 50, medium: 300, common: 20 },
  textCounts: {},
  depth: 1.5,
  pastPage: 100,
  pastCounts: undefined,
};

const day = 24 * 60 * 60 * 1000;
const sort = parseSort('-last_changed_at');
const limit = 50;

/** Search in the database, as the application's role under row-level security, against SQL by hand as the owner. */
export async function measureSearch(
  url: string,
  organization: GeneratedOrganization,
  now: number,
  say: (line: string) => void,
  repeats = 60,
): Promise<Readonly<Record<string, Figure>>> {
  const database = openDatabase({ url, poolSize: 1 });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const figures: Record<string, Figure> = {};
  const targets = organization.size > 1_000_000 ? ofTenMillion : ofAMillion;
  // One transaction for all queries: the cost of starting one is not part of the search.
  const within = <T>(work: (tenant: Tenant) => Promise<T>) =>
    database.withTenant(organization.id, work, { snapshot: true });
  const note = (name: string, timing: Timing, target?: number, baseline?: Timing) => {
    const ok = target === undefined || timing.p95 <= target;
    say(
      `${name.padEnd(34)} ${timing.p50.toFixed(1)} / ${timing.p95.toFixed(1)} ms` +
        (baseline === undefined ? '' : `   by hand ${baseline.p50.toFixed(1)} / ${baseline.p95.toFixed(1)}`) +
        (ok ? '' : '   MISSED'),
    );
    figures[`${name} p95`] = {
      value: timing.p95,
      unit: 'ms',
      ...(baseline === undefined ? {} : { baseline: baseline.p95 }),
      ...(target === undefined ? {} : { target: `<= ${target}` }),
      ok,
    };
  };
  const ratio = (name: string, value: number, target: number, atLeast = false) => {
    const ok = atLeast ? value >= target : value <= target;
    say(`${name.padEnd(34)} ${value.toFixed(2)} x${ok ? '' : '   MISSED'}`);
    figures[name] = { value, unit: 'x', target: `${atLeast ? '>=' : '<='} ${target}`, ok };
  };
  try {
    await within(async (tenant) => {
      const count = async (filter: ResourceFilter) =>
        countMatches(tenant, filter, await findCandidates(tenant, filter));
      const page = async ({ filter, counts }: Question, after?: readonly [string, string]) =>
        findPage(tenant, filter, await findCandidates(tenant, filter), counts, { sort, limit, after });
      const asked = async (filter: ResourceFilter): Promise<Question> => ({
        filter,
        counts: await count(filter),
      });

      for (const filters of [0, 1, 2, 3]) {
        const questions: (Question & { way: 'walk' | 'collect' })[] = [];
        for (const filter of questionsOf(organization, filters, repeats))
          questions.push({ ...(await asked(filter)), way: await betterWay(owner, organization.id, filter) });
        const [ours, byHand] = await compare(
          questions,
          (question) => page(question),
          ({ filter, way }) => pageByHand(owner, organization.id, filter, way),
        );
        note(`first page, ${filters} filters`, ours, targets.firstPage, byHand);
        ratio(`first page, ${filters} filters, ratio`, ours.p50 / byHand.p50, 1.5);
        const counted = await time(questions, ({ filter }) => count(filter));
        note(`total and facets, ${filters} filters`, counted, targets.counts[filters < 2 ? 0 : 1]);
      }
      const [counted, grouped] = await compare(
        Array.from({ length: 5 }, (): ResourceFilter => ({})),
        count,
        (filter) => countByHand(owner, organization.id, filter),
      );
      ratio('counting rows, against the counts', grouped.p50 / counted.p50, 200, true);

      const all = await asked({});
      const deep = await positionAt(owner, organization.id, 10_000);
      const [atDepth, first] = await compare(
        Array.from({ length: repeats }, () => all),
        (question) => page(question, deep),
        (question) => page(question),
      );
      note('page at depth 10,000', atDepth, undefined, first);
      ratio('page at depth 10,000, ratio', atDepth.p50 / first.p50, targets.depth);

      for (const [kind, texts] of Object.entries(textsOf(organization, 15))) {
        const questions: Question[] = [];
        for (const q of texts) questions.push(await asked({ q }));
        say(`  ${kind}: ${questions.map(({ filter, counts }) => `${filter.q} ${counts.total}`).join(', ')}`);
        note(
          `q, ${kind}: page`,
          await time(questions, (question) => page(question), 1),
          targets.textPage[kind],
        );
        note(
          `q, ${kind}: total and facets`,
          await time(questions, ({ filter }) => count(filter), 1),
          targets.textCounts[kind],
        );
      }

      const share = (index: number) => (index + 0.5) / 20;
      const past = Array.from({ length: 20 }, (_, index): ResourceFilter => ({
        asOf: endOfMillisecond(new Date(now - share(index) * (history.days - 1) * day)),
      }));
      const known = {
        total: 1,
        rowBounds: { all: organization.size, listed: organization.size, found: organization.size },
      };
      note(
        'as_of: first page',
        await time(past, (filter) => page({ filter, counts: known })),
        targets.pastPage,
      );
      note('as_of: total and facets', await time(past, count), targets.pastCounts);
    });
    return figures;
  } finally {
    await owner.end();
    await database.close();
  }
}

/** A page and its counts in inventories of different sizes. */
export async function measureGrowth(
  url: string,
  organizations: readonly GeneratedOrganization[],
  say: (line: string) => void,
): Promise<Readonly<Record<string, Figure>>> {
  const database = openDatabase({ url, poolSize: 1 });
  const figures: Record<string, Figure> = {};
  try {
    for (const organization of organizations) {
      const questions = [0, 1, 2].flatMap((filters) => questionsOf(organization, filters, 15));
      const took = await database.withTenant(
        organization.id,
        (tenant) =>
          time(questions, (filter) => searchResources(tenant, filter, { sort, limit, after: undefined })),
        { snapshot: true },
      );
      say(`${organization.size} resources: ${took.p50.toFixed(1)} / ${took.p95.toFixed(1)} ms`);
      figures[`page and counts of ${organization.size}`] = { value: took.p50, unit: 'ms', ok: true };
    }
    return figures;
  } finally {
    await database.close();
  }
}

async function betterWay(
  owner: pg.Client,
  organizationId: string,
  filter: ResourceFilter,
): Promise<'walk' | 'collect'> {
  const took: Record<string, number> = {};
  for (const way of ['walk', 'collect', 'walk', 'collect'] as const) {
    const started = performance.now();
    await pageByHand(owner, organizationId, filter, way);
    took[way] = performance.now() - started;
  }
  return (took['walk'] ?? 0) <= (took['collect'] ?? 0) ? 'walk' : 'collect';
}

async function positionAt(
  owner: pg.Client,
  organizationId: string,
  depth: number,
): Promise<readonly [string, string]> {
  const { rows } = await owner.query<{ key: string; id: string }>(
    `select last_changed_at::text as key, id from resources where organization_id = $1 and status <> 'deleted'
     order by last_changed_at desc, id desc offset $2 limit 1`,
    [organizationId, depth],
  );
  return [rows[0]?.key ?? '', rows[0]?.id ?? ''];
}
