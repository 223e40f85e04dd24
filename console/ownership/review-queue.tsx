import { Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { Membership } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { listedRecords, listing } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { EvidenceText } from './evidence-text.tsx';
import { ReviewButtons } from './review-buttons.tsx';

type Verdict = 'confirm' | 'reject' | 'learn';
const verdictKeys: Readonly<Record<string, Verdict>> = { c: 'confirm', r: 'reject', l: 'learn' };

/** The memberships that rules inferred. A decision leaves the list at once, and comes back if it is refused. */
export function ReviewQueue() {
  const { can } = useSession();
  const queries = useQueryClient();
  const options = listing('/api/v1/memberships', { query: { status: 'inferred', limit: 50 } });
  const query = useInfiniteQuery(options);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState(0);
  const rows = listedRecords<'/api/v1/memberships'>(query.data?.pages).filter(({ id }) => !decided.has(id));
  const review = useMutation({
    mutationFn: ({ id, verdict }: { readonly id: string; readonly verdict: Verdict }) => decide(id, verdict),
    onMutate: ({ id }) => setDecided((before) => new Set([...before, id])),
    onError: (_error, { id }) => setDecided((before) => new Set([...before].filter((other) => other !== id))),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/api/v1/memberships'] }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step !== undefined) setChosen((before) => Math.min(Math.max(before + step, 0), rows.length - 1));
    const verdict = verdictKeys[event.key];
    const row = rows[chosen];
    if (verdict !== undefined && row !== undefined && can('memberships:review'))
      review.mutate({ id: row.id, verdict });
  };
  return (
    <Loaded query={query}>
      {review.isError ? <FailureNote error={review.error} /> : null}
      {rows.length === 0 ? (
        <Text className="empty-note" component="div">
          Nothing to review. Rules fill this list when they infer that a resource belongs to an application.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {can('memberships:review')
              ? 'While the list has the focus: j and k choose, c confirms, r rejects, l confirms and learns a rule.'
              : 'Your role cannot decide.'}
          </Text>
          <div className="panel" role="region" aria-label="Review queue" tabIndex={0} onKeyDown={onKeyDown}>
            <ul className="entries">
              {rows.map((row, index) => (
                <li key={row.id} data-id={row.id} aria-current={index === chosen ? 'true' : undefined}>
                  <QueueEntry
                    membership={row}
                    isChosen={index === chosen}
                    canReview={can('memberships:review')}
                  />
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </Loaded>
  );
}

function QueueEntry({
  membership,
  isChosen,
  canReview,
}: {
  readonly membership: Membership;
  readonly isChosen: boolean;
  readonly canReview: boolean;
}) {
  return (
    <>
      <div className="entry-line">
        {isChosen ? <span aria-hidden>▸</span> : null}
        <PageLink to={`/resources/${membership.resource_id}`}>the resource</PageLink> belongs to{' '}
        <PageLink to={`/applications/${membership.application_id}`}>
          <InventoryText text={membership.application_name} />
        </PageLink>
        <span className="missing">confidence {membership.confidence}</span>
        {canReview ? <ReviewButtons id={membership.id} /> : null}
      </div>
      <EvidenceText evidence={membership.evidence} />
    </>
  );
}

function decide(id: string, verdict: Verdict): Promise<unknown> {
  const params = { path: { id } };
  return verdict === 'reject'
    ? dataOf(client.POST('/api/v1/memberships/{id}/reject', { params, body: {} }))
    : dataOf(
        client.POST('/api/v1/memberships/{id}/confirm', {
          params,
          body: { learn_rule: verdict === 'learn' },
        }),
      );
}
