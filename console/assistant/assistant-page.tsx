import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { useAddress } from '../shared/use-address.ts';
import { ConversationView } from './conversation-view.tsx';

export function AssistantPage() {
  const address = useAddress();
  const query = useQuery(getting('/api/v1/ai/conversations', { query: { status: 'active' } }));
  const conversations = query.data?.items ?? [];
  const open = address.one('conversation');
  return (
    <PageFrame
      route="/assistant"
      title="Assistant"
      intro="Answers questions about the inventory with what your permissions show. Every fact names its record."
      state={stateOf(query)}
    >
      <Loaded query={query}>
        <div className="resources-layout">
          <section className="panel" aria-label="Conversations">
            <Button
              size="xs"
              variant="default"
              onClick={() => address.set({ conversation: undefined })}
              mb="sm"
            >
              New conversation
            </Button>
            <ul className="entries conversation-list">
              {conversations.map(({ id, title, updated_at: at }) => (
                <li key={id} aria-current={id === open ? 'true' : undefined}>
                  <PageLink to="/assistant" search={{ conversation: id }}>
                    <InventoryText text={title} />
                  </PageLink>
                  <div className="missing">
                    <TimeText at={at} />
                  </div>
                </li>
              ))}
            </ul>
          </section>
          <ConversationView key={open ?? 'new'} id={open} />
        </div>
      </Loaded>
    </PageFrame>
  );
}
