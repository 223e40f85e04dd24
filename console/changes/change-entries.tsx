import { Text } from '@mantine/core';
import type { Change } from '../../api-client/api-types.ts';
import { DiffTable } from '../shared/diff-table.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

const explanationPages = { execution: '/executions', plan: '/plans', pull_request: '/code' } as const;

/** Changes, newest first, by day. Each opens to its difference. */
export function ChangeEntries({
  changes,
  withResource = true,
}: {
  readonly changes: readonly Change[];
  readonly withResource?: boolean;
}) {
  const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
  const byDay = Map.groupBy(changes, ({ occurred_at: at }) => days.format(new Date(at)));
  if (changes.length === 0) return <Text c="dimmed">No changes.</Text>;
  return [...byDay].map(([day, members]) => (
    <section key={day} aria-label={day}>
      <h3 className="day-heading">{day}</h3>
      <ul className="entries">
        {members.map((change) => (
          <li key={change.id} data-id={change.id}>
            <ChangeEntry change={change} withResource={withResource} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function ChangeEntry({ change, withResource }: { readonly change: Change; readonly withResource: boolean }) {
  const { resource, actor, explained_by: explained } = change;
  return (
    <>
      <div className="entry-line">
        <TimeText at={change.occurred_at} />
        {withResource ? (
          <PageLink to={`/resources/${change.resource_id}`}>
            <InventoryText text={resource.name ?? resource.native_id} width="18rem" />
          </PageLink>
        ) : null}
        <StatusMark value={change.kind} />
        {withResource ? <span className="missing">{change.resource_type}</span> : null}
        <span>
          {actor === undefined ? (
            <span className="missing">nobody is named: seen by a {change.source}</span>
          ) : (
            <>
              by <InventoryText text={actor.name ?? actor.arn} width="16rem" />
              {actor.via === undefined ? null : <span className="missing"> via {actor.via}</span>}
              {change.attribution === 'exact' ? null : (
                <span className="missing"> ({change.attribution})</span>
              )}
            </>
          )}
        </span>
        {explained === undefined ? (
          <span className="missing">not explained</span>
        ) : (
          <PageLink
            to={
              explained.kind === 'pull_request'
                ? '/code'
                : `${explanationPages[explained.kind]}/${explained.id}`
            }
          >
            explained by {plainWords(explained.kind)}
          </PageLink>
        )}
      </div>
      {change.diff.length === 0 ? null : (
        <details>
          <summary>
            {change.diff.length} {change.diff.length === 1 ? 'difference' : 'differences'}:{' '}
            <InventoryText text={change.paths.slice(0, 4).join(', ')} code width="30rem" />
          </summary>
          <DiffTable diff={change.diff} />
        </details>
      )}
    </>
  );
}
