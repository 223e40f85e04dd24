import { Drawer, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Citation } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { Facts } from '../shared/facts.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { ValueTree } from '../shared/value-tree.tsx';

/** The record of each kind of citation: its page, and the operation that returns it. */
const citedRecords = {
  resource: ['/resources', '/api/v1/resources/{id}'],
  account: ['/accounts', '/api/v1/aws/accounts/{id}'],
  application: ['/applications', '/api/v1/applications/{id}'],
  team: ['/teams', '/api/v1/teams/{id}'],
  iac_project: ['/projects', '/api/v1/iac-projects/{id}'],
  repository: ['/repositories', '/api/v1/repositories/{id}'],
  plan: ['/plans', '/api/v1/plans/{id}'],
  execution: ['/executions', '/api/v1/executions/{id}'],
  scan: ['/scans', '/api/v1/scans/{id}'],
  state_source: ['/state-sources', '/api/v1/state-sources/{id}'],
  change: [undefined, '/api/v1/changes/{id}'],
} as const;

/** The cited record beside the answer, so that one can compare them. */
export function CitationDrawer({
  citation,
  onClose,
}: {
  readonly citation: Citation | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Drawer
      opened={citation !== undefined}
      onClose={onClose}
      position="right"
      size="28rem"
      withOverlay={false}
      trapFocus={false}
      lockScroll={false}
      title={citation === undefined ? '' : <InventoryText text={citation.name} width="22rem" />}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {citation === undefined ? null : <CitedRecord key={citation.id} citation={citation} />}
    </Drawer>
  );
}

function CitedRecord({ citation }: { readonly citation: Citation }) {
  const { entity_type: type, id, url } = citation;
  const known = Object.entries(citedRecords).find(([name]) => name === type)?.[1];
  const [page, path] = known ?? [];
  const query = useQuery({
    ...getting(path ?? '/api/v1/resources/{id}', { path: { id } }),
    enabled: path !== undefined,
  });
  return (
    <Stack gap="sm" className="side-panel">
      <Facts
        facts={[
          ['Kind', plainWords(type)],
          ['Page', page === undefined ? undefined : <PageLink to={`${page}/${id}`}>Open the page</PageLink>],
          ['API', <InventoryText key="url" text={url} code />],
        ]}
      />
      {path === undefined ? null : (
        <Loaded query={query} rows={6}>
          <ValueTree value={query.data} label="the record" />
        </Loaded>
      )}
    </Stack>
  );
}
