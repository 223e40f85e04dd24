import { failureExceptions } from '../../domain/graph/failure-exceptions.ts';
import type { FailureException } from '../../domain/graph/failure-exceptions.ts';
import { failureDefaults } from '../../domain/graph/failure-propagation.ts';
import { typesWithoutRules } from '../../domain/graph/types-without-rules.ts';
import { failureKinds, relationshipTypes } from '../../domain/values.ts';

/** Returns the text of docs/graph.md with its generated tables, each between two comments. @throws Error without the comments */
export function withGraphTables(page: string): string {
  const tables: readonly (readonly [name: string, table: string])[] = [
    ['failure tables', failureTables()],
    ['types without rules', typesWithoutRulesTable()],
  ];
  return tables.reduce((text, [name, table]) => {
    const first = `<!-- ${name}: made by npm run documents from domain/graph/; a test compares -->`;
    const [start, end] = [text.indexOf(first), text.indexOf(`<!-- end of the ${name} -->`)];
    if (start < 0 || end < start) throw new Error(`docs/graph.md has no place for the ${name}.`);
    return `${text.slice(0, start + first.length)}\n\n${table}\n${text.slice(end)}`;
  }, page);
}

function typesWithoutRulesTable(): string {
  return [
    '| Reason | Types |',
    '|---|---|',
    ...typesWithoutRules.map(
      ({ reason, types }) => `| ${reason} | ${types.map((type) => type.replace('AWS::', '')).join(', ')} |`,
    ),
    '',
  ].join('\n');
}

function failureTables(): string {
  return [
    '| Types | What fails | How |',
    '|---|---|---|',
    ...defaultRows(),
    '',
    '| Relationship | Source | Target | Fails | How | Reason |',
    '|---|---|---|---|---|---|',
    ...failureExceptions.map(exceptionRow),
    '',
  ].join('\n');
}

function defaultRows(): readonly string[] {
  const texts = {
    source: 'the source, when its target fails',
    target: 'the target, when its source fails',
    both: 'each end, when the other one fails',
    none: 'nothing',
  } as const;
  return (['source', 'target', 'both', 'none'] as const).flatMap((end) =>
    failureKinds.flatMap((kind) => {
      const types = relationshipTypes.filter(
        (type) => failureDefaults[type].end === end && failureDefaults[type].kind === kind,
      );
      return types.length === 0
        ? []
        : [`| ${types.map((type) => `\`${type}\``).join(' ')} | ${texts[end]} | \`${kind}\` |`];
    }),
  );
}

function exceptionRow({
  relation,
  source,
  target,
  paths,
  end,
  kind,
  local,
  reason,
}: FailureException): string {
  const named = (types: readonly string[] | undefined) =>
    types === undefined ? 'any' : types.map((type) => type.replace('AWS::', '')).join(', ');
  const from = paths === undefined ? named(source) : `${named(source)} (\`${paths.join('`, `')}\`)`;
  const how = local === true ? `\`${kind}\`, nothing behind it` : `\`${kind}\``;
  return `| \`${relation}\` | ${from} | ${named(target)} | ${end} | ${how} | ${reason} |`;
}
