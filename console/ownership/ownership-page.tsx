import { useSession } from '../identity/use-session.ts';
import { AddressTabs } from '../shared/address-tabs.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { plainWords } from '../shared/numbers.ts';
import { PageFrame } from '../shared/page-frame.tsx';
import { choicesOf } from '../shared/choices.ts';
import { InferenceRules } from './inference-rules.tsx';
import { ReviewQueue } from './review-queue.tsx';

const targetPages: Readonly<Record<string, string>> = {
  resource: '/resources',
  application: '/applications',
  team: '/teams',
};

export function OwnershipPage() {
  const { can } = useSession();
  return (
    <PageFrame
      route="/ownership"
      title="Ownership"
      intro="Who owns what, why, and what needs a decision."
      state="ready"
    >
      <AddressTabs
        label="Ownership"
        tabs={[
          { key: 'review', label: 'Review queue', render: () => <ReviewQueue /> },
          { key: 'issues', label: 'Issues', render: () => <OwnershipIssues /> },
          ...(can('rules:read') ? [{ key: 'rules', label: 'Rules', render: () => <InferenceRules /> }] : []),
          { key: 'events', label: 'History', render: () => <OwnershipEvents /> },
        ].filter(({ key }) => (key === 'review' ? can('applications:read') : true))}
      />
    </PageFrame>
  );
}

function OwnershipIssues() {
  return (
    <RecordList
      path="/api/v1/ownership/issues"
      label="Ownership issues"
      empty="No issue."
      filters={[
        { key: 'kind', label: 'Kind', options: choicesOf.issueKind },
        { key: 'status', label: 'Status', options: ['open', 'resolved'] },
      ]}
      columns={(column) => [
        column.text('Issue', ({ kind }) => plainWords(kind)),
        column.link(
          'About',
          ({ target }) => target.name,
          ({ target }) => {
            const page = targetPages[target.entity_type];
            return page === undefined ? undefined : `${page}/${target.id}`;
          },
        ),
        column.text('Account', ({ target }) => target.account_name ?? target.account_id),
        column.text('Detail', ({ detail }) => detail),
        column.status('Status', ({ status }) => status),
        column.time('Opened', (row) => row.opened_at),
      ]}
    />
  );
}

function OwnershipEvents() {
  return (
    <RecordList
      path="/api/v1/ownership/events"
      label="History of ownership"
      empty="Nothing was assigned yet."
      filters={[
        {
          key: 'kind',
          label: 'Kind',
          options: ['assigned', 'removed', 'inferred', 'confirmed', 'rejected', 'inherited_changed'],
        },
      ]}
      columns={(column) => [
        column.time('When', (row) => row.occurred_at),
        column.text('Event', ({ kind }) => plainWords(kind)),
        column.link(
          'Of',
          ({ target }) => target.name,
          ({ target }) => {
            const page = targetPages[target.entity_type];
            return page === undefined ? undefined : `${page}/${target.id}`;
          },
        ),
        column.text('Team', (row) => row.team_name),
        column.text('By', ({ actor, source }) => actor?.name ?? plainWords(source)),
      ]}
    />
  );
}
