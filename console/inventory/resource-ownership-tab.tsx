import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { EvidenceText } from '../ownership/evidence-text.tsx';
import { ReviewButtons } from '../ownership/review-buttons.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';

/** Who owns a resource, the applications that it belongs to, and why. */
export function ResourceOwnershipTab({ id }: { readonly id: string }) {
  const { can } = useSession();
  const query = useQuery(getting('/api/v1/resources/{id}/ownership', { path: { id } }));
  const { owners = [], applications = [], environment } = query.data ?? {};
  return (
    <Loaded query={query} rows={4}>
      <div className="panels">
        <section className="panel">
          <h2>Owners</h2>
          {owners.length === 0 ? <Text c="dimmed">Nobody owns it.</Text> : null}
          <ul className="entries">
            {owners.map((owner) => (
              <li key={`${owner.team_id ?? ''}${owner.user_id ?? ''}`}>
                {owner.team_id === undefined ? (
                  <InventoryText text={owner.user_id} />
                ) : (
                  <PageLink to={`/teams/${owner.team_id}`}>
                    <InventoryText text={owner.team_name} />
                  </PageLink>
                )}{' '}
                by {plainWords(owner.source)}, confidence {owner.confidence}
                <EvidenceText evidence={owner.evidence} />
              </li>
            ))}
          </ul>
          <h2>Environment</h2>
          {environment === undefined ? (
            <Text c="dimmed">Unknown.</Text>
          ) : (
            <Text>
              {environment.name} <span className="missing">by {plainWords(environment.source)}</span>
            </Text>
          )}
        </section>
        <section className="panel">
          <h2>Applications</h2>
          {applications.length === 0 ? <Text c="dimmed">It belongs to none.</Text> : null}
          <ul className="entries">
            {applications.map((application) => (
              <li key={application.membership_id} data-id={application.membership_id}>
                <Group gap="sm">
                  <PageLink to={`/applications/${application.application_id}`}>
                    <InventoryText text={application.application_name} />
                  </PageLink>
                  <StatusMark value={application.status} />
                  <span className="missing">confidence {application.confidence}</span>
                  {can('memberships:review') && application.status === 'inferred' ? (
                    <ReviewButtons id={application.membership_id} />
                  ) : null}
                </Group>
                <EvidenceText evidence={application.evidence} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Loaded>
  );
}
