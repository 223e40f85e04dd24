import type { Knex } from 'knex';

/**
 * Stores the texts of the search in the Unicode normalization form NFC, in which the search compares. The functions of
 * `0001-initial` stay as they are, but for the call of `normalize`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    replaceInFunctions([
      ['lower(concat_ws(chr(1),', 'lower(normalize(concat_ws(chr(1),'],
      ['.arn))', '.arn)))'],
    ]),
  );
  // Row-level security is forced for the owner, who would see no row.
  await knex.raw(`
    alter table resource_search no force row level security;
    alter table resource_former_texts no force row level security;
    update resource_search set text = lower(normalize(text)) where text is not normalized;
    update resource_former_texts set text = lower(normalize(text)) where text is not normalized;
    alter table resource_search force row level security;
    alter table resource_former_texts force row level security;
  `);
}

/** Texts that were normalized stay so until their resources are renamed. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    replaceInFunctions([
      ['lower(normalize(concat_ws(chr(1),', 'lower(concat_ws(chr(1),'],
      ['.arn)))', '.arn))'],
    ]),
  );
}

/** Replaces texts in the functions of the triggers that write the search texts. */
function replaceInFunctions(replacements: readonly (readonly [text: string, by: string])[]): string {
  const replaced = replacements.reduce(
    (inner, [text, by]) => `replace(${inner}, '${text}', '${by}')`,
    'pg_get_functiondef(name)',
  );
  return `
    do $body$
    declare name regprocedure;
    begin
      foreach name in array array['index_inserted_resources()', 'index_updated_resources()']::regprocedure[] loop
        execute ${replaced};
      end loop;
    end $body$`;
}
