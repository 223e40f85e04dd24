import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { execute } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Figure } from '../bench.ts';
import type { GeneratedOrganization } from './generated-inventory.ts';
import { types } from './generated-inventory.ts';

const pages = 100;
const rowsOfAPage = 200;
const wanted = 5000;

/** Upserting pages of new resources into the full table, as the application's role, with all indexes of search. */
export async function measureWriting(
  url: string,
  organization: GeneratedOrganization,
): Promise<Readonly<Record<string, Figure>>> {
  const database = openDatabase({ url, poolSize: 2 });
  try {
    const started = performance.now();
    for (let page = 0; page < pages; page += 1) {
      await database.withTenant(organization.id, async (tenant) => {
        await execute(
          tenant,
          sql`insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
             config_hash, rule_set)
           select ${organization.id}::uuid, uuidv7(), ${organization.accounts[page % 8] ?? randomUUID()}::uuid, 'eu-west-1',
             ${types[page % 40] ?? ''}, 'new-' || gen_random_uuid(), 'arn:aws:new:' || gen_random_uuid(),
             'bench-new-' || n, 'h', 1 from generate_series(1, ${rowsOfAPage}) n
           on conflict on constraint resources_identity_key do update set last_changed_at = now()`,
        );
      });
    }
    const perSecond = (pages * rowsOfAPage) / ((performance.now() - started) / 1000);
    return {
      'upserts into the full table': {
        value: perSecond,
        unit: 'rows/s',
        target: `>= ${wanted}`,
        ok: perSecond >= wanted,
      },
    };
  } finally {
    await database.close();
    await forgetWritten(url, organization.id);
  }
}

async function forgetWritten(url: string, organizationId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(
    `delete from resources where organization_id = $1 and native_id like 'new-%' and first_discovered_at > now() - interval '1 hour'`,
    [organizationId],
  );
  await owner.end();
}
