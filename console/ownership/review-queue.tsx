import { Button, Checkbox, Group, Switch, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Membership } from '../../api-client/api-types.ts';
import { listedRecords, listing } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { LoadMore } from '../shared/data-table.tsx';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatNumberOf } from '../shared/numbers.ts';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { EvidenceText } from './evidence-text.tsx';
import { reviewedPaths, sendReviews } from './send-reviews.ts';
import type { Verdict } from './send-reviews.ts';

const verdictKeys: Readonly<Record<string, Verdict>> = { c: 'confirm', r: 'reject', l: 'learn' };
const verdicts = [
  ['confirm', 'Confirm'],
  ['reject', 'Reject'],
  ['learn', 'Confirm and learn'],
] as const;
const pageSize = 50;

/**
 * The memberships that rules inferred. Several are selected and decided at once. A decision leaves the list at once, and comes
 * back if it is refused.
 */
export function ReviewQueue() {
  const { can } = useSession();
  const canReview = can('memberships:review');
  const queries = useQueryClient();
  const [hasKeys, setHasKeys] = useLocalStorage({ key: 'review.keys', defaultValue: true });
  const query = useInfiniteQuery(
    listing('/api/v1/memberships', { query: { status: 'inferred', limit: pageSize } }),
  );
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState(0);
  const [reason, setReason] = useState('');
  const rows = listedRecords<'/api/v1/memberships'>(query.data?.pages).filter(({ id }) => !decided.has(id));
  const chosenRow = Math.min(place, rows.length - 1);
  const chosenIds = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const without = (before: ReadonlySet<string>, ids: readonly string[]) =>
    new Set([...before].filter((id) => !ids.includes(id)));
  const review = useMutation({
    mutationFn: ({ ids, verdict }: { readonly ids: readonly string[]; readonly verdict: Verdict }) =>
      sendReviews(ids, verdict, reason.trim()),
    onMutate: ({ ids }) => {
      setDecided((before) => new Set([...before, ...ids]));
      setSelected((before) => without(before, ids));
    },
    onError: (_error, { ids }) => setDecided((before) => without(before, ids)),
    onSuccess: ({ refused }, { verdict }) => {
      if (verdict === 'reject') setReason('');
      setDecided((before) => without(before, refused));
      for (const path of reviewedPaths) void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  const toggle = (id: string) =>
    setSelected((before) => (before.has(id) ? without(before, [id]) : new Set([...before, id])));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step !== undefined) setPlace(Math.min(Math.max(chosenRow + step, 0), rows.length - 1));
    const row = rows[chosenRow];
    if (row === undefined || !canReview) return;
    if (event.key === 'x') toggle(row.id);
    const verdict = verdictKeys[event.key];
    if (verdict !== undefined) review.mutate({ ids: chosenIds.length > 0 ? chosenIds : [row.id], verdict });
  };
  return (
    <Loaded query={query}>
      {review.isError ? <FailureNote error={review.error} /> : null}
      <div aria-live="polite">
        {review.data === undefined ? null : (
          <Text size="sm" mb="xs">
            {review.data.refused.length === 0
              ? 'Decided.'
              : `${review.data.refused.length} could not be decided: somebody decided them, or their application is archived.`}
            {review.data.learnedRules === 0
              ? ''
              : ` Learned ${formatNumberOf(review.data.learnedRules, 'rule')}.`}
          </Text>
        )}
      </div>
      {rows.length === 0 ? (
        <Text className="empty-note" component="div">
          Nothing to review. Rules fill this list when they infer that a resource belongs to an application.
        </Text>
      ) : (
        <>
          {canReview ? (
            <Group gap="sm" mb="xs" align="center">
              <Checkbox
                size="xs"
                label="Select all shown"
                checked={chosenIds.length === rows.length}
                indeterminate={chosenIds.length > 0 && chosenIds.length < rows.length}
                onChange={({ currentTarget }) =>
                  setSelected(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))
                }
              />
              {verdicts.map(([verdict, label]) => (
                <Button
                  key={verdict}
                  size="xs"
                  variant="default"
                  disabled={chosenIds.length === 0}
                  onClick={() => review.mutate({ ids: chosenIds, verdict })}
                >
                  {label} selected ({chosenIds.length})
                </Button>
              ))}
              <TextInput
                size="xs"
                aria-label="Reason of a rejection"
                placeholder="Reason of a rejection"
                maxLength={1000}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
              <Switch
                size="xs"
                label="Keys j, k, x, c, r, l"
                checked={hasKeys}
                onChange={({ currentTarget }) => setHasKeys(currentTarget.checked)}
              />
            </Group>
          ) : null}
          <Text size="sm" c="dimmed" mb="xs">
            {canReview
              ? 'While the list has the focus: j and k move, x selects, c confirms, r rejects, l confirms and learns a rule; of the selected ones, if any are.'
              : 'Your role cannot decide.'}
          </Text>
          <div className="panel" role="region" aria-label="Review queue" tabIndex={0} onKeyDown={onKeyDown}>
            <ul className="entries">
              {rows.map((row, index) => (
                <li key={row.id} data-id={row.id} aria-current={index === chosenRow ? 'true' : undefined}>
                  <QueueEntry
                    membership={row}
                    isChosen={index === chosenRow}
                    isSelected={selected.has(row.id)}
                    onToggle={canReview ? () => toggle(row.id) : undefined}
                    onDecide={(verdict) => review.mutate({ ids: [row.id], verdict })}
                  />
                </li>
              ))}
            </ul>
          </div>
          <LoadMore
            shown={rows.length}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onLoad={() => void query.fetchNextPage()}
          />
        </>
      )}
    </Loaded>
  );
}

function QueueEntry({
  membership,
  isChosen,
  isSelected,
  onToggle,
  onDecide,
}: {
  readonly membership: Membership;
  readonly isChosen: boolean;
  readonly isSelected: boolean;
  /** Absent for a role that cannot decide. */
  readonly onToggle: (() => void) | undefined;
  readonly onDecide: (verdict: Verdict) => void;
}) {
  const { resource_name: name, resource_type: type } = membership;
  return (
    <>
      <div className="entry-line">
        {isChosen ? <span aria-hidden>▸</span> : null}
        {onToggle === undefined ? null : (
          <Checkbox
            size="xs"
            aria-label={`Select ${name.slice(0, 100)}`}
            checked={isSelected}
            onChange={onToggle}
          />
        )}
        <PageLink to={`/resources/${membership.resource_id}`}>
          <InventoryText text={name} width="20rem" />
        </PageLink>
        <span className="missing">{type}</span> belongs to{' '}
        <PageLink to={`/applications/${membership.application_id}`}>
          <InventoryText text={membership.application_name} width="16rem" />
        </PageLink>
        <span className="missing">confidence {membership.confidence}</span>
        {onToggle === undefined ? null : (
          <Group gap={4}>
            {verdicts.map(([verdict, label]) => (
              <Button key={verdict} size="compact-xs" variant="default" onClick={() => onDecide(verdict)}>
                {label}
              </Button>
            ))}
          </Group>
        )}
      </div>
      <EvidenceText evidence={membership.evidence} />
    </>
  );
}
