import pg from 'pg';
import { compileConditions } from '../../../db/ownership/inference/compile-conditions.ts';
import type { EvaluatedRule } from '../../../db/ownership/inference/evaluated-rule.ts';
import { infer } from '../../../db/ownership/inference/infer.ts';
import { previewRule } from '../../../db/ownership/rules/preview-rule.ts';
import { loadRuleContext } from '../../../db/ownership/inference/rule-context.ts';
import type { RuleContext } from '../../../db/ownership/inference/rule-context.ts';
import { sql } from '../../../db/sql.ts';
import type { Sql } from '../../../db/sql.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import { isRelated } from '../../../domain/ownership/condition.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { compare } from '../search/measure.ts';
import { generateRules } from './generated-rules.ts';
import { loadInventory } from './load-inventory.ts';
import type { LoadedOrganization } from './load-inventory.ts';

const size = Number(process.env['BENCH_RESOURCES'] ?? 1_000_000);
const changedResources = 1000;
const maximumFullSeconds = 60;
const maximumIncrementalSeconds = 2;
const maximumPreviewSeconds = 2;

export const inference: Bench = {
  name: 'inference',
  summary: `200 rules over ${size} resources: full run, changed resources, preview`,
  async run({ databaseUrl, say }: BenchContext) {
    say(`loading ${size} resources`);
    const organization = await loadInventory(databaseUrl, size);
    const rules = generateRules(organization);
    const database = openDatabase({ url: databaseUrl, poolSize: 2 });
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    try {
      const context = await database.withTenant(organization.id, loadRuleContext);
      const measured = { database, owner, organization, rules, context, say };
      return {
        ...(await measureFull(measured)),
        ...(await measureIncremental(measured)),
        ...(await measurePreviews(measured)),
      };
    } finally {
      await owner.end();
      await database.close();
    }
  },
};

interface Measured {
  readonly database: Database;
  readonly owner: pg.Client;
  readonly organization: LoadedOrganization;
  readonly rules: readonly EvaluatedRule[];
  readonly context: RuleContext;
  readonly say: (line: string) => void;
}

type Figures = Readonly<Record<string, Figure>>;

/** The first run inserts every row; the second finds nothing to change. Both must be in time. */
async function measureFull({
  database,
  owner,
  organization,
  rules,
  context,
  say,
}: Measured): Promise<Figures> {
  const run = () => database.withTenant(organization.id, (tenant) => infer(tenant, rules, 'all'));
  const first = await timed(run);
  say(`first run ${first.seconds.toFixed(1)} s ${JSON.stringify(first.result.memberships)}`);
  for (const table of ['memberships', 'resource_environments', 'resource_teams'])
    await owner.query(`vacuum (analyze) ${table}`);
  const again = await timed(run);
  const written = Object.values(again.result.memberships).reduce((sum, count) => sum + count, 0);
  const bare = await timed(() => inferByHand(owner, organization.id, rules, context, sql`true`));
  return {
    'first full run': limited(first.seconds, maximumFullSeconds, bare.seconds),
    'full run without changes': limited(again.seconds, maximumFullSeconds, bare.seconds),
    'memberships of the first run': {
      value: first.result.memberships.added,
      unit: 'rows',
      ok: first.result.memberships.added > 0,
    },
    'memberships written without changes': { value: written, unit: 'rows', target: '0', ok: written === 0 },
  };
}

/** Gives a thousand resources another application tag, nine times, and evaluates them. */
async function measureIncremental(measured: Measured): Promise<Figures> {
  const { database, owner, organization, rules, context, say } = measured;
  const took: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    await owner.query('delete from inference_scope');
    await owner.query(
      `insert into inference_scope (organization_id, resource_id)
       select $1, id from resources where organization_id = $1 and hashtext(native_id || $2) % ($3 / 1000) = 0 limit $4`,
      [organization.id, String(round), size, changedResources],
    );
    await owner.query(
      `update resource_tags set value = 'app' || floor(200 * random())
       where organization_id = $1 and key = 'App' and resource_id in (select resource_id from inference_scope)`,
      [organization.id],
    );
    const { seconds, result } = await timed(() =>
      database.withTenant(organization.id, (tenant) => infer(tenant, rules, 'queued')),
    );
    took.push(seconds);
    say(`incremental ${seconds.toFixed(2)} s ${JSON.stringify(result.memberships)}`);
    const inScope = sql`r.id in (select resource_id from inference_scope where organization_id = ${organization.id})`;
    bare.push((await timed(() => inferByHand(owner, organization.id, rules, context, inScope))).seconds);
  }
  await owner.query('delete from inference_scope');
  return {
    [`incremental run, ${changedResources} changed`]: limited(
      Math.max(...took),
      maximumIncrementalSeconds,
      Math.max(...bare),
    ),
  };
}

async function measurePreviews({
  database,
  owner,
  organization,
  rules,
  context,
}: Measured): Promise<Figures> {
  const [ours, bare] = await compare(
    rules.filter((_, index) => index % 2 === 0),
    (rule) =>
      database.withTenant(organization.id, (tenant) => previewRule(tenant, rule, undefined), {
        readOnly: true,
      }),
    (rule) => query(owner, sql`select count(*) ${matches(organization.id, rule, context, sql`true`)}`),
  );
  return {
    'preview p50': { value: ours.p50 / 1000, unit: 's', baseline: bare.p50 / 1000, ok: true },
    'preview p95': limited(ours.p95 / 1000, maximumPreviewSeconds, bare.p95 / 1000),
  };
}

/**
 * The baseline: one statement per rule as the superuser, without row-level security, evidence, environments, teams, the second
 * phase and the comparison with the stored rows. The first rule of a pair wins.
 */
async function inferByHand(
  owner: pg.Client,
  organizationId: string,
  rules: readonly EvaluatedRule[],
  context: RuleContext,
  scope: Sql,
): Promise<void> {
  await owner.query('begin');
  await owner.query(`set local jit = off; set local work_mem = '128MB'`);
  await owner.query(
    'create unlogged table by_hand (resource_id uuid, application_id uuid, rule_id uuid, primary key (resource_id, application_id))',
  );
  for (const rule of rules) {
    const application = rule.outcome.application;
    if (application === undefined || !('id' in application) || isRelated(rule.conditions)) continue;
    await query(
      owner,
      sql`insert into by_hand select r.id, ${application.id}::uuid, ${rule.id}::uuid
        ${matches(organizationId, rule, context, scope)} on conflict do nothing`,
    );
  }
  await owner.query('rollback');
}

function matches(
  organizationId: string,
  { conditions }: EvaluatedRule,
  context: RuleContext,
  scope: Sql,
): Sql {
  return sql`from resources r where r.organization_id = ${organizationId} and r.status <> 'deleted' and ${scope}
    and ${compileConditions(organizationId, conditions, context)}`;
}

async function query(owner: pg.Client, { text, values }: Sql): Promise<void> {
  await owner.query(text, [...values]);
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly result: T }> {
  const started = performance.now();
  const result = await work();
  return { seconds: (performance.now() - started) / 1000, result };
}

function limited(value: number, limit: number, baseline: number): Figure {
  return { value, unit: 's', baseline, target: `<= ${limit}`, ok: value <= limit };
}
