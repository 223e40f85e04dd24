import { Group, Stack } from '@mantine/core';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { InferenceRule } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatBounds } from '../shared/numbers.ts';
import { conditionWords } from './condition-words.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { useRuleChoices } from './use-rule-choices.ts';

const refresh = ['/api/v1/inference-rules'];

/** The rules that infer applications, environments and teams, with how often people agreed. */
export function InferenceRules() {
  const { can } = useSession();
  const choices = useRuleChoices();
  const names = new Map(
    [
      choices.application,
      choices.environment,
      choices.team,
      choices.account,
      choices.project,
      choices.repository,
    ]
      .flat()
      .map(({ value, label }) => [value, label]),
  );
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <Stack gap="sm" align="stretch">
      <Group>
        <RuleDialog label={can('rules:manage') ? 'Create a rule' : 'Preview a rule'} />
      </Group>
      <RecordList
        path="/api/v1/inference-rules"
        label="Inference rules"
        empty="No rule exists. A rule says which resources belong to an application, an environment or a team."
        columns={(column) => [
          column.count('Priority', ({ priority }) => priority),
          column.text('Name', ({ name }) => name),
          column.text('Resources that meet', ({ conditions }) => conditionWords(conditions, nameOf)),
          column.text('get', (row) => outcomeWords(row, nameOf)),
          column.text('Precision', ({ precision }) => {
            const percent = precision === undefined ? undefined : precision * 100;
            return percent === undefined ? 'no review' : formatBounds(percent, percent);
          }),
          column.count('Confirmed', ({ confirmed }) => confirmed),
          column.count('Rejected', ({ rejected }) => rejected),
          column.status('State', (row) =>
            row.suspended_at !== undefined ? 'suspended' : row.enabled ? 'active' : 'disabled',
          ),
          {
            key: 'actions',
            header: 'Actions',
            render: (rule) => (can('rules:manage') ? <RuleActions rule={rule} /> : null),
          },
        ]}
      />
    </Stack>
  );
}

function RuleActions({ rule }: { readonly rule: InferenceRule }) {
  const { id, name, enabled, suspended_at: suspended } = rule;
  const params = { path: { id } };
  const isActive = enabled && suspended === undefined;
  return (
    <Group gap={4} wrap="nowrap">
      <RuleDialog rule={rule} label="Edit" />
      <ActionButton
        label={`${isActive ? 'Disable' : 'Enable'} ${name}`}
        refresh={refresh}
        run={() =>
          dataOf(client.PATCH('/api/v1/inference-rules/{id}', { params, body: { enabled: !isActive } }))
        }
      >
        {isActive ? 'Disable' : 'Enable'}
      </ActionButton>
      <ActionButton
        label={`Delete ${name}`}
        refresh={refresh}
        confirm={`The rule “${name}” is deleted. What it inferred passes to the next rule that matches, or becomes stale; reviewed memberships stay.`}
        run={() => dataOf(client.DELETE('/api/v1/inference-rules/{id}', { params }))}
      >
        Delete
      </ActionButton>
    </Group>
  );
}

function outcomeWords({ outcome }: InferenceRule, nameOf: (id: string) => string): string {
  const { application, environment, team } = outcome;
  return [
    application?.id === undefined ? undefined : `application ${nameOf(application.id)}`,
    application?.name_from_tag === undefined
      ? undefined
      : `the application named in the tag ${application.name_from_tag}`,
    environment === undefined ? undefined : `environment ${nameOf(environment.id)}`,
    team === undefined ? undefined : `team ${nameOf(team.id)}`,
  ]
    .filter((text) => text !== undefined)
    .join(', ');
}
