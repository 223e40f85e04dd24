import { globPrefix, globToLike, isUnderOu, equalTagKeys } from '../../../domain/ownership/condition.ts';
import type { Leaf, TagTest, TextTest } from '../../../domain/ownership/condition.ts';
import { applicationIdOf, defaultConfidence } from '../../../domain/ownership/rule-outcome.ts';
import type { RuleProgram } from '../../../domain/ownership/rule-program.ts';
import { rowset } from '../../rowset.ts';
import type { ColumnType } from '../../rowset.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import type { RuleContext } from './rule-context.ts';

/** Globs on names are looked up by their literal prefixes, up to this number of characters. */
const maximumPrefix = 32;

/** Parameters of a statement that evaluates rules. */
export interface RuleParameters {
  /** Common table expressions, one per list of tests. */
  readonly tables: Sql;
  readonly accountIds: readonly string[];
  readonly regions: readonly string[];
  readonly resourceTypes: readonly string[];
  /** The stored keys of tags that leaves and names of applications read. */
  readonly tagKeys: readonly string[];
  /** The lengths of the prefixes of globs on names. */
  readonly globSizes: readonly number[];
  readonly relatedApplicationIds: readonly string[];
  /** Leaves that several tags or projects of one resource can meet. */
  readonly ambiguousLeaves: readonly number[];
}

/**
 * Returns the tests of all leaves as rows. All values are in JSON parameters; numbers of leaves and rules count from 0 as in
 * the program. Account and OU leaves are evaluated here, once per account.
 */
export function ruleParameters(
  { leaves, rules: programRules }: RuleProgram,
  rules: readonly EvaluatedRule[],
  context: RuleContext,
): RuleParameters {
  const tags = leaves.flatMap((leaf, number) => ('tag' in leaf ? tagRows(number, leaf.tag, context) : []));
  const names = leaves.flatMap((leaf, number) => ('name' in leaf ? nameValueRows(number, leaf.name) : []));
  const globs = leaves.flatMap((leaf, number) => ('name' in leaf ? globRows(number, leaf.name) : []));
  const accounts = leaves.flatMap((leaf, number) => accountRows(number, leaf, context));
  const regions = listRows(leaves, (leaf) => ('region' in leaf ? leaf.region.in : []));
  const types = listRows(leaves, (leaf) => ('resource_type' in leaf ? leaf.resource_type.in : []));
  const related = leaves.flatMap((leaf, number) =>
    'related_to' in leaf ? [{ leaf: number, ...leaf.related_to }] : [],
  );
  const tables = [
    tableOf(
      'tag_equals',
      { leaf: 'integer', key: 'text', value: 'text' },
      tags.filter((row) => 'value' in row),
    ),
    tableOf(
      'tag_pattern',
      { leaf: 'integer', key: 'text', pattern: 'text' },
      tags.filter((row) => 'pattern' in row),
    ),
    tableOf(
      'tag_exists',
      { leaf: 'integer', key: 'text' },
      tags.filter((row) => !('value' in row) && !('pattern' in row)),
    ),
    tableOf('name_equals', { leaf: 'integer', value: 'text' }, names),
    tableOf('name_glob', { leaf: 'integer', size: 'integer', prefix: 'text', pattern: 'text' }, globs),
    tableOf('account_leaf', { leaf: 'integer', account: 'text', evidence: 'jsonb' }, accounts),
    tableOf('region_leaf', { leaf: 'integer', value: 'text' }, regions),
    tableOf('type_leaf', { leaf: 'integer', value: 'text' }, types),
    tableOf(
      'project_test',
      { leaf: 'integer', value: 'uuid' },
      listRows(leaves, (leaf) => ('project' in leaf ? leaf.project.in : [])),
    ),
    tableOf(
      'repository_test',
      { leaf: 'integer', value: 'uuid' },
      listRows(leaves, (leaf) => ('repository' in leaf ? leaf.repository.in : [])),
    ),
    tableOf(
      'related_test',
      { leaf: 'integer', application_id: 'uuid', relationship_type: 'text', direction: 'text' },
      related,
    ),
    tableOf(
      'rule_trigger',
      { rule: 'integer', leaf: 'integer' },
      programRules.flatMap(({ triggers = [] }, rule) => triggers.map((leaf) => ({ rule, leaf }))),
    ),
    tableOf(
      'rule_leaf',
      { rule: 'integer', leaf: 'integer', place: 'integer', absentKey: 'text' },
      programRules.flatMap(({ evidence }, rule) =>
        evidence.map(({ leaf, absentKey }, place) => ({ rule, leaf, place, absentKey })),
      ),
    ),
    tableOf(
      'outcome',
      {
        rule: 'integer',
        ruleId: 'uuid',
        applicationId: 'uuid',
        nameLeaf: 'integer',
        environmentId: 'uuid',
        teamId: 'uuid',
        confidence: 'text',
      },
      rules.map(({ id, outcome }, rule) => ({
        rule,
        ruleId: id,
        applicationId: applicationIdOf(outcome),
        nameLeaf: programRules[rule]?.nameLeaf,
        environmentId: outcome.environment?.id,
        teamId: outcome.team?.id,
        confidence: outcome.confidence ?? defaultConfidence,
      })),
    ),
  ];
  return {
    tables: joinSql(tables, ', '),
    accountIds: distinct(accounts.map(({ account }) => account)),
    regions: distinct(regions.map(({ value }) => value)),
    resourceTypes: distinct(types.map(({ value }) => value)),
    tagKeys: distinct(tags.map(({ key }) => key)),
    globSizes: distinct(globs.map(({ size }) => size)),
    ambiguousLeaves: leaves.flatMap((leaf, number) => (isAmbiguous(leaf, context) ? [number] : [])),
    relatedApplicationIds: distinct(related.map(({ application_id: id }) => id)),
  };
}

function isAmbiguous(leaf: Leaf, { tagKeys }: RuleContext): boolean {
  if ('tag' in leaf) return equalTagKeys(leaf.tag.key, tagKeys).length > 1;
  return 'project' in leaf || 'repository' in leaf;
}

/** Returns a common table expression of rows that are passed as one JSON parameter. Missing properties are NULL. */
export function tableOf<Row extends object, Property extends string & keyof Row>(
  name: string,
  columns: Readonly<Record<Property, ColumnType>>,
  rows: readonly Row[],
): Sql {
  return sql`${rawSql(name)} as materialized (select * from ${rowset('given', columns, rows)})`;
}

function tagRows(leaf: number, test: TagTest, { tagKeys }: RuleContext) {
  return equalTagKeys(test.key, tagKeys).flatMap((key) => {
    if (test.exists === true) return [{ leaf, key }];
    if (test.matches !== undefined) return [{ leaf, key, pattern: globToLike(test.matches) }];
    return parameterValuesOf(test).map((value) => ({ leaf, key, value }));
  });
}

function nameValueRows(leaf: number, test: TextTest) {
  return test.matches === undefined ? parameterValuesOf(test).map((value) => ({ leaf, value })) : [];
}

function globRows(leaf: number, { matches }: TextTest) {
  if (matches === undefined) return [];
  const prefix = Array.from(globPrefix(matches)).slice(0, maximumPrefix);
  return [{ leaf, size: prefix.length, prefix: prefix.join(''), pattern: globToLike(matches) }];
}

/** Returns the values of `equals` or `in`. */
export function parameterValuesOf({ equals, in: values = [] }: TextTest): readonly string[] {
  return equals === undefined ? distinct(values) : [equals];
}

function accountRows(leaf: number, condition: Leaf, { accounts }: RuleContext) {
  if ('account' in condition) {
    const wanted = new Set(condition.account.in);
    return accounts
      .filter(({ id }) => wanted.has(id))
      .map(({ id, number, name }) => ({
        leaf,
        account: id,
        evidence: {
          kind: 'account',
          value: number,
          reference: { entity_type: 'aws_account', id, name: name ?? number },
        },
      }));
  }
  if (!('ou' in condition)) return [];
  return accounts
    .filter(({ ouPath: path }) => isUnderOu(path, condition.ou.under))
    .map(({ id, ouPath: path }) => ({ leaf, account: id, evidence: { kind: 'ou', value: path } }));
}

function listRows(leaves: readonly Leaf[], listOf: (leaf: Leaf) => readonly string[]) {
  // Resources without a fact have an empty text in its place.
  return leaves.flatMap((leaf, number) =>
    distinct(listOf(leaf))
      .filter((value) => value !== '')
      .map((value) => ({ leaf: number, value })),
  );
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
