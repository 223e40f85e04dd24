import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { Facts } from '../shared/facts.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { RecordForm } from '../shared/record-form.tsx';

export function AssistantSettingsPage() {
  const { can } = useSession();
  const queries = useQueryClient();
  const query = useQuery(getting('/api/v1/ai/settings'));
  const settings = query.data;
  return (
    <PageFrame route="/settings/assistant" title="Settings of the assistant" state={stateOf(query)}>
      <Loaded query={query} rows={4}>
        {settings === undefined ? null : can('assistant:manage') ? (
          <section className="panel" style={{ maxWidth: '34rem' }}>
            <RecordForm
              key={settings.version}
              label="Settings of the assistant"
              submit="Save"
              fields={[
                {
                  name: 'enabled',
                  label: 'Members may ask the assistant',
                  kind: 'flag',
                  initial: settings.enabled,
                },
                {
                  name: 'data_mode',
                  label: 'What the model receives',
                  kind: 'choice',
                  initial: settings.data_mode,
                  options: [
                    { value: 'full', label: 'Names and values of resources' },
                    { value: 'schema_only', label: 'Types, counts and times only' },
                  ],
                },
                {
                  name: 'daily_turn_limit',
                  label: 'Questions per member and day',
                  kind: 'number',
                  initial: String(settings.daily_turn_limit),
                },
                {
                  name: 'retention_days',
                  label: 'Days until conversations are deleted',
                  kind: 'number',
                  initial: String(settings.retention_days),
                },
              ]}
              onSubmit={async (values) => {
                await dataOf(
                  client.PUT('/api/v1/ai/settings', {
                    body: {
                      enabled: values.flag('enabled'),
                      data_mode: values.choice<'full' | 'schema_only'>('data_mode') ?? settings.data_mode,
                      daily_turn_limit: values.number('daily_turn_limit') ?? settings.daily_turn_limit,
                      retention_days: values.number('retention_days') ?? settings.retention_days,
                    },
                  }),
                );
                await queries.invalidateQueries({ queryKey: ['/api/v1/ai/settings'] });
              }}
            />
          </section>
        ) : (
          <section className="panel">
            <Facts
              facts={[
                ['Enabled', settings.enabled ? 'yes' : 'no'],
                ['Data', settings.data_mode],
                ['Questions per day', settings.daily_turn_limit],
                ['Days kept', settings.retention_days],
              ]}
            />
          </section>
        )}
      </Loaded>
    </PageFrame>
  );
}
