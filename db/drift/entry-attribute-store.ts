import type { EntryValues } from '../../domain/drift/comparable-values.ts';
import { execute } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** The comparable attributes of an entry of a state. */
export interface EntryAttributes extends EntryValues {
  readonly address: string;
  readonly terraformType: string;
  readonly awsAccountNumber: string | undefined;
}

const rowsPerStatement = 1000;

/**
 * Makes the comparable attributes of a source equal to those of its state. The entries are stored. An unchanged row is not
 * written.
 */
export async function replaceEntryAttributes(
  tenant: Tenant,
  stateSourceId: string,
  rows: readonly EntryAttributes[],
): Promise<void> {
  const { organizationId } = tenant;
  const columns = {
    address: 'text',
    terraformType: 'text',
    awsAccountNumber: 'text',
    forms: 'jsonb',
    hasTags: 'boolean',
    holders: 'jsonb',
  } as const;
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const page = rows.slice(start, start + rowsPerStatement);
    await execute(
      tenant,
      sql`insert into state_entry_attributes as a (organization_id, state_source_id, address, terraform_type,
            aws_account_number, forms, has_tags, holders)
        select ${organizationId}::uuid, ${stateSourceId}::uuid, n.address, n.terraform_type, n.aws_account_number, n.forms,
               n.has_tags, n.holders
        from ${rowset('n', columns, page)}
        on conflict on constraint state_entry_attributes_pkey do update set terraform_type = excluded.terraform_type,
          aws_account_number = excluded.aws_account_number, forms = excluded.forms, has_tags = excluded.has_tags,
          holders = excluded.holders
        where (a.terraform_type, a.aws_account_number, a.forms, a.has_tags, a.holders) is distinct from
          (excluded.terraform_type, excluded.aws_account_number, excluded.forms, excluded.has_tags, excluded.holders)`,
    );
  }
  await execute(
    tenant,
    sql`delete from state_entry_attributes a
      where a.organization_id = ${organizationId} and a.state_source_id = ${stateSourceId}
        and not (a.address = any(${rows.map(({ address }) => address)}::text[]))`,
  );
}
