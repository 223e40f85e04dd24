import { failureExceptions } from '../../domain/graph/failure-exceptions.ts';
import type { FailureException } from '../../domain/graph/failure-exceptions.ts';
import { failureDefaults } from '../../domain/graph/failure-propagation.ts';
import { failureKinds, relationshipTypes } from '../../domain/values.ts';

const first = '<!-- failure tables: made by npm run documents from domain/graph/; a test compares -->';
const last = '<!-- end of the failure tables -->';

/** Returns the text of docs/graph.md with the tables of failures between its two comments. @throws Error without the comments */
export function withFailureTables(page: string): string {
  const [start, end] = [page.indexOf(first), page.indexOf(last)];
  if (start < 0 || end < start) throw new Error('docs/graph.md has no place for the failure tables.');
  return `${page.slice(0, start + first.length)}\n\n${failureTables()}\n${page.slice(end)}`;
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
