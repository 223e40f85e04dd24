import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { CreateInferenceRuleBody } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatBounds } from '../shared/numbers.ts';
import type { Field, FormValues } from '../shared/record-form.tsx';

const refresh = ['/api/v1/inference-rules'];

/** The rules that infer applications, environments and teams, with how often people agreed. */
export function InferenceRules() {
  const { can } = useSession();
  const applications = useQuery({
    ...getting('/api/v1/applications', { query: { limit: 200 } }),
    enabled: can('applications:read'),
  });
  const fields: readonly Field[] = [
    { name: 'name', label: 'Name', required: true },
    { name: 'tag', label: 'Tag key' },
    { name: 'tag_value', label: 'Tag value', description: 'Empty: any value' },
    { name: 'name_pattern', label: 'Name pattern', description: '* and ? match any text and one character' },
    { name: 'resource_type', label: 'Type', description: 'Such as AWS::SQS::Queue' },
    {
      name: 'application_id',
      label: 'Belongs to the application',
      kind: 'choice',
      required: true,
      options: (applications.data?.applications ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'confidence',
      label: 'Confidence',
      kind: 'choice',
      options: ['high', 'medium', 'low'],
      initial: 'medium',
    },
  ];
  return (
    <>
      <FormDialog
        button="Preview a rule"
        variant="default"
        title="What would a rule infer?"
        submit="Preview"
        refresh={[]}
        fields={fields}
        onSubmit={(values) =>
          dataOf(client.POST('/api/v1/inference-rules/preview', { body: ruleOf(values) }))
        }
        result={({ matched, would_add: added, would_remove: removed, backtest }) => (
          <p>
            It matches {matched} resources, adds {added.memberships} memberships and removes{' '}
            {removed.memberships}. Of its matches that people decided, {backtest.confirmed} were confirmed and{' '}
            {backtest.rejected} rejected.
          </p>
        )}
      />{' '}
      {can('rules:manage') ? (
        <FormDialog
          button="Create a rule"
          title="Create a rule"
          refresh={refresh}
          fields={fields}
          onSubmit={(values) => dataOf(client.POST('/api/v1/inference-rules', { body: ruleOf(values) }))}
        />
      ) : null}
      <RecordList
        path="/api/v1/inference-rules"
        label="Inference rules"
        empty="No rule exists. A rule says which resources belong to an application, an environment or a team."
        columns={(column) => [
          column.count('Priority', ({ priority }) => priority),
          column.text('Name', ({ name }) => name),
          column.text('Conditions', ({ conditions }) => JSON.stringify(conditions), { code: true }),
          column.text('Outcome', ({ outcome }) => JSON.stringify(outcome), { code: true }),
          column.text('Precision', ({ precision }) => {
            const percent = precision === undefined ? undefined : precision * 100;
            return formatBounds(percent, percent);
          }),
          column.count('Confirmed', ({ confirmed }) => confirmed),
          column.count('Rejected', ({ rejected }) => rejected),
          column.status('State', (row) =>
            row.suspended_at !== undefined ? 'suspended' : row.enabled ? 'active' : 'disabled',
          ),
          {
            key: 'actions',
            header: 'Actions',
            render: ({ id, name, enabled }) =>
              can('rules:manage') ? (
                <>
                  <ActionButton
                    label={`${enabled ? 'Disable' : 'Enable'} ${name}`}
                    refresh={refresh}
                    run={() =>
                      dataOf(
                        client.PATCH('/api/v1/inference-rules/{id}', {
                          params: { path: { id } },
                          body: { enabled: !enabled },
                        }),
                      )
                    }
                  >
                    {enabled ? 'Disable' : 'Enable'}
                  </ActionButton>{' '}
                  <ActionButton
                    label={`Delete ${name}`}
                    refresh={refresh}
                    confirm={`The rule “${name}” is deleted, and with it what it inferred and nobody confirmed.`}
                    run={() =>
                      dataOf(client.DELETE('/api/v1/inference-rules/{id}', { params: { path: { id } } }))
                    }
                  >
                    Delete
                  </ActionButton>
                </>
              ) : null,
          },
        ]}
      />
    </>
  );
}

function ruleOf(values: FormValues): CreateInferenceRuleBody {
  const [tag, tagValue, pattern, type] = ['tag', 'tag_value', 'name_pattern', 'resource_type'].map((name) =>
    values.optional(name),
  );
  const conditions: CreateInferenceRuleBody['conditions'][] = [
    ...(tag === undefined
      ? []
      : [{ tag: { key: tag, ...(tagValue === undefined ? { exists: true } : { equals: tagValue }) } }]),
    ...(pattern === undefined ? [] : [{ name: { matches: pattern } }]),
    ...(type === undefined ? [] : [{ resource_type: { in: [type] } }]),
  ];
  return {
    name: values.text('name'),
    conditions: { all: conditions },
    outcome: {
      application: { id: values.text('application_id') },
      confidence: values.choice<'high' | 'medium' | 'low'>('confidence') ?? 'medium',
    },
  };
}
