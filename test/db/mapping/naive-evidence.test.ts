import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { storeEvidence } from '../../../db/mapping/match/evidence.ts';
import { useStoredScans } from '../../support/inventory/stored-scan.ts';
import { judgeNaively } from '../../support/mapping/naive-evidence.ts';
import type { EvidenceWorld } from '../../support/mapping/naive-evidence.ts';

const scans = useStoredScans();

const numbers = ['111111111111', '222222222222', '333333333333'];
const anyOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const numberList = fc.uniqueArray(anyOf(...numbers, '999999999999'), { minLength: 1, maxLength: 2 });
const indexes = (maximum: number) => fc.uniqueArray(fc.nat({ max: maximum }), { maxLength: 2 });

const account = fc.record({
  environment: optional(anyOf(0, 1)),
  codeComplete: anyOf(false, false, true),
  wasComplete: fc.boolean(),
});
const project = fc.record({
  system: anyOf('terraform', 'opentofu', 'terragrunt', 'pulumi', 'cloudformation'),
  kind: anyOf('root', 'root', 'stack', 'module', 'example'),
  status: anyOf('active', 'active', 'active', 'disabled', 'missing'),
  withoutAws: anyOf(false, false, true),
  named: fc.oneof({ weight: 2, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: indexes(2) }),
  providers: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: numberList }),
  environment: optional(anyOf(0, 1, 2)),
  stateReason: anyOf(undefined, undefined, undefined, 'backend_unresolved', 'too_many_backends'),
  backends: anyOf(0, 2),
  hasUnlistedStates: anyOf(false, false, false, true),
});
const source = fc.record({
  projects: indexes(2),
  origin: anyOf('manual', 'detected'),
  workspace: anyOf(undefined, 'default', 'prod'),
  disabled: anyOf(false, false, false, true),
  kind: anyOf('s3', 's3', 'pushed', 'hcp_terraform'),
  maximumAge: anyOf(1, 48, 168),
  named: optional(indexes(2)),
  variant: anyOf('', '', 'prod.tfvars'),
  lineage: anyOf(undefined, 'one', 'one', 'other'),
  serial: anyOf(1, 2),
  successAge: anyOf(0, 2, 2, 30, undefined),
  missingAge: anyOf(undefined, undefined, undefined, 2, 30),
  isNew: fc.boolean(),
  keyIsMissing: fc.boolean(),
  withoutAws: anyOf(false, false, false, true),
  entryAccounts: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: numberList }),
});
const repository = fc.record({
  status: anyOf('active', 'active', 'pending', 'error', 'removed'),
  selectedAge: anyOf(0, 3),
  scannedAge: anyOf(0, 0, 1, 5, undefined),
});

test('the evidence of accounts and its gaps equal those of a naive model', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(account, { minLength: 1, maxLength: 3 }),
      fc.array(project, { maxLength: 3 }),
      fc.array(source, { maxLength: 3 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(repository, { maxLength: 2 }) },
      ),
      async (accounts, projects, sources, repositories) => {
        const world = makeWorld({ accounts, projects, sources, repositories });
        const organizationId = await write(world);
        await scans.database.withTenant(organizationId, storeEvidence);
        const { gaps, complete } = judgeNaively(world);
        const stored = await scans.owner.query(
          `select kind, subject_id as id, reach, aws_account_ids as accounts from evidence_gaps
           where organization_id = $1 order by 1, 2`,
          [organizationId],
        );
        deepEqual(
          stored,
          gaps
            .map(({ kind, id, reach, accounts: reached = null }) => ({ kind, id, reach, accounts: reached }))
            .toSorted((one, other) => (`${one.kind} ${one.id}` < `${other.kind} ${other.id}` ? -1 : 1)),
        );
        const found = await scans.owner.query<{ id: string; complete: boolean }>(
          `select a.id, coalesce(m.evidence_complete, false) as complete from aws_accounts a
           left join mapping_accounts m on m.aws_account_id = a.id where a.organization_id = $1`,
          [organizationId],
        );
        deepEqual(
          Object.fromEntries(found.map((row) => [row.id, row.complete])),
          Object.fromEntries(complete),
        );
        const again = await scans.database.withTenant(organizationId, storeEvidence);
        deepEqual(again, { awsAccountIds: [], stateSourceIds: [] }, 'a second computation changes nothing');
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 80), includeErrorInReport: true },
  );
  t.pass();
});

type Generated<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

function makeWorld(given: {
  readonly accounts: readonly Generated<typeof account>[];
  readonly projects: readonly Generated<typeof project>[];
  readonly sources: readonly Generated<typeof source>[];
  readonly repositories: readonly Generated<typeof repository>[];
}): EvidenceWorld {
  const environments = [randomUUID(), randomUUID(), randomUUID()];
  const environmentOf = (index: number | undefined) =>
    index === undefined ? undefined : environments[index];
  const accounts = given.accounts.map(({ environment, ...rest }, index) => ({
    ...rest,
    id: randomUUID(),
    number: numbers[index] ?? '',
    environment: environmentOf(environment),
  }));
  const taken = new Set<string>();
  /** A workspace of a backend has one source. */
  const isTaken = (backend: string) => taken.size === taken.add(backend).size;
  const accountsAt = (indexes: readonly number[]) => {
    const ids = indexes.flatMap((index) => accounts[index]?.id ?? []);
    return ids.length === 0 ? undefined : ids;
  };
  const projects = given.projects.map(({ environment, named, ...rest }) => ({
    ...rest,
    id: randomUUID(),
    named: named.flatMap((index) => accounts[index]?.id ?? []),
    environment: environmentOf(environment),
  }));
  return {
    accounts,
    projects,
    sources: given.sources.map(({ named, maximumAge, ...one }) => ({
      ...one,
      id: randomUUID(),
      isNew: one.isNew && one.successAge === undefined,
      maximumAge: one.kind === 'pushed' ? maximumAge : undefined,
      named: one.kind === 'pushed' ? accountsAt(named ?? []) : undefined,
      projects: one.projects.flatMap((index) => {
        const id = projects[index]?.id;
        const backend = [id, one.workspace ?? 'default', one.variant].join(' ');
        return id === undefined || isTaken(backend) ? [] : [id];
      }),
    })),
    repositories: given.repositories.map((one) => ({ ...one, id: randomUUID() })),
  };
}

/** Writes the model to a new organization. Returns its id. */
async function write(world: EvidenceWorld): Promise<string> {
  const { owner } = scans;
  const organizationId = randomUUID();
  await owner.query(
    `with organization as (
       insert into organizations (id, name, slug) values ($1, 'Test', ($1::uuid)::text)
     ), connection as (
       insert into aws_connections (organization_id, id, name, kind, external_id, role_name)
       values ($1, $2, 'test', 'standalone', ($2::uuid)::text, 'inventory')
     ), scm as (
       insert into scm_connections (organization_id, id, provider, external_org_id, external_org_slug, external_org_kind,
         base_url, installation_id)
       values ($1, $3, 'github', ($3::uuid)::text, 'acme', 'organization', 'https://github.example.com',
         (random() * 1e12)::bigint)
     ), repository as (
       insert into repositories (organization_id, id, scm_connection_id, provider, external_id, full_name, url, visibility,
         archived, status, last_scanned_at)
       values ($1, $4, $3, 'github', 'code', 'acme/code', 'https://github.example.com/acme/code', 'private', false, 'active',
         now() + interval '1 minute')
     ), environment as (
       insert into environments (organization_id, id, name, class)
       select $1, id, id::text, 'test' from (
         select environment as id from jsonb_to_recordset($5::jsonb -> 'accounts') a(environment uuid)
         union select environment from jsonb_to_recordset($5::jsonb -> 'projects') p(environment uuid)) used
       where id is not null
     ), account as (
       insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn, code_complete,
         default_environment_id)
       select $1, id, $2, number, 'arn', "codeComplete", environment
       from jsonb_to_recordset($5::jsonb -> 'accounts') a(id uuid, number text, environment uuid, "codeComplete" boolean)
     ), stored as (
       insert into mapping_accounts (organization_id, aws_account_id, evidence_complete)
       select $1, id, "wasComplete" from jsonb_to_recordset($5::jsonb -> 'accounts') a(id uuid, "wasComplete" boolean)
     ), project as (
       insert into iac_projects (organization_id, id, repository_id, path, detected_system, system, kind, detection, status,
         disabled, without_aws, provider_account_numbers, environment_id, state_reason, has_unlisted_states, backends)
       select $1, id, $4, id::text, system, system, kind, 'automatic', status, status = 'disabled', "withoutAws", providers,
         environment, "stateReason", "hasUnlistedStates",
         (select coalesce(jsonb_agg(jsonb_build_object('variant', n)), '[]') from generate_series(1, backends) n)
       from jsonb_to_recordset($5::jsonb -> 'projects') p(id uuid, system text, kind text, status text,
         "withoutAws" boolean, providers text[], environment uuid, "stateReason" text, "hasUnlistedStates" boolean,
         backends integer)
     ), reach as (
       insert into iac_project_reach (organization_id, iac_project_id, aws_account_id)
       select $1, p.id, n::uuid from jsonb_to_recordset($5::jsonb -> 'projects') p(id uuid, named text[])
       cross join unnest(p.named) n
     ), hcp as (
       insert into hcp_terraform_connections (organization_id, id, hostname, organization_name, token_sealed)
       values ($1, $2, 'app.terraform.io', 'acme', 'sealed')
     ), source as (
       insert into state_sources (organization_id, id, kind, bucket, key, name, max_age_hours, pushed_account_ids,
         hcp_connection_id, external_id, lineage, serial, workspace, origin, disabled, status, last_error,
         last_success_at, missing_since, without_aws, updated_at)
       select $1, id, kind, case kind when 's3' then 'states' end, case kind when 's3' then id::text end,
         case when kind <> 's3' then id::text end, "maximumAge", named, case kind when 'hcp_terraform' then $2::uuid end,
         case kind when 'hcp_terraform' then id::text end, lineage, serial, workspace, origin, disabled, case when "isNew" then 'pending' else 'error' end,
         case when "keyIsMissing" then 'key_missing: The object does not exist.' end,
         now() - make_interval(hours => "successAge"), now() - make_interval(hours => "missingAge"), "withoutAws", now()
       from jsonb_to_recordset($5::jsonb -> 'sources') s(id uuid, kind text, "maximumAge" integer, named uuid[],
         lineage text, serial bigint, workspace text, origin text, disabled boolean, "isNew" boolean, "keyIsMissing" boolean, "successAge" integer, "missingAge" integer, "withoutAws" boolean)
     ), entry as (
       insert into state_source_accounts (organization_id, state_source_id, account_number)
       select $1, s.id, n from jsonb_to_recordset($5::jsonb -> 'sources') s(id uuid, "entryAccounts" text[])
       cross join unnest(s."entryAccounts") n
     ), link as (
       insert into iac_project_states (organization_id, iac_project_id, workspace, variant, state_source_id)
       select $1, n::uuid, coalesce(s.workspace, 'default'), s.variant, s.id
       from jsonb_to_recordset($5::jsonb -> 'sources') s(id uuid, workspace text, variant text, projects text[])
       cross join unnest(s.projects) n
     )
     insert into repositories (organization_id, id, scm_connection_id, provider, external_id, full_name, url, visibility,
       archived, status, selected_at, last_scanned_at)
     select $1, id, $3, 'github', id::text, 'acme/' || id, 'https://github.example.com', 'private', false, status,
       now() - make_interval(hours => "selectedAge"), now() - make_interval(hours => "scannedAge")
     from jsonb_to_recordset($5::jsonb -> 'repositories') r(id uuid, status text, "selectedAge" integer,
       "scannedAge" integer)`,
    [organizationId, randomUUID(), randomUUID(), randomUUID(), JSON.stringify(world)],
  );
  return organizationId;
}
