import type { Knex } from 'knex';
import { confidences, explanationKinds } from '../../domain/values.ts';
import { oneOf } from '../migration-support/tenant-table.ts';

/** Which execution, plan or pull request foretold a change; null as long as none is known that did. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table changes
      add column explained_by_kind text,
      add column explained_by_id uuid,
      add column explained_by_confidence text,
      add column explained_by_address text,
      add constraint changes_explained_by_kind_check check (${oneOf('explained_by_kind', explanationKinds)}),
      add constraint changes_explained_by_confidence_check
        check (${oneOf('explained_by_confidence', confidences)}),
      add constraint changes_explained_by_check
        check (num_nulls(explained_by_kind, explained_by_id, explained_by_confidence) % 3 = 0)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table changes drop column explained_by_kind, drop column explained_by_id,
      drop column explained_by_confidence, drop column explained_by_address`);
}
