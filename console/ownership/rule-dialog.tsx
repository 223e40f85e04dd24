import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type {
  ConditionExpression,
  CreateInferenceRuleBody,
  InferenceRule,
  RulePreview,
} from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { DataTable } from '../shared/data-table.tsx';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatBounds, formatCount, formatNumberOf } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { useRuleChoices } from './use-rule-choices.ts';

interface Draft {
  readonly name: string;
  readonly conditions: ConditionExpression;
  readonly applicationId: string;
  /** The tag whose value names the application. */
  readonly nameTag: string;
  readonly environmentId: string;
  readonly teamId: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly priority: number;
}

const emptyDraft: Draft = {
  name: '',
  conditions: { all: [{ tag: { key: '', equals: '' } }] },
  applicationId: '',
  nameTag: '',
  environmentId: '',
  teamId: '',
  confidence: 'medium',
  priority: 100,
};

/** A button that opens the form of a rule: its conditions, outcome, and what it would infer. */
export function RuleDialog({ rule, label }: { readonly rule?: InferenceRule; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant={rule === undefined ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="xl"
        title={<InventoryText text={rule === undefined ? 'A rule' : rule.name} />}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <RuleForm rule={rule} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function RuleForm({
  rule,
  onDone,
}: {
  readonly rule: InferenceRule | undefined;
  readonly onDone: () => void;
}) {
  const { can } = useSession();
  const queries = useQueryClient();
  const choices = useRuleChoices();
  const [draft, setDraft] = useState<Draft>(rule === undefined ? emptyDraft : draftOf(rule));
  const set = (values: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...values }));
    preview.reset();
  };
  const preview = useMutation({
    mutationFn: () =>
      dataOf(
        client.POST('/api/v1/inference-rules/preview', {
          body: { ...bodyOf(draft), ...(rule === undefined ? {} : { rule_id: rule.id }) },
        }),
      ),
  });
  const save = useMutation({
    mutationFn: () =>
      rule === undefined
        ? dataOf(client.POST('/api/v1/inference-rules', { body: bodyOf(draft) }))
        : dataOf(
            client.PATCH('/api/v1/inference-rules/{id}', {
              params: { path: { id: rule.id } },
              body: bodyOf(draft),
            }),
          ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['/api/v1/inference-rules'] });
      onDone();
    },
  });
  const choose = (options: readonly { readonly value: string; readonly label: string }[]) => [
    { value: '', label: '–' },
    ...options,
  ];
  return (
    <form
      aria-label="Rule"
      onSubmit={(event) => {
        event.preventDefault();
        if (can('rules:manage')) save.mutate();
        else preview.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <section aria-label="Conditions">
          <Text fw={600} size="sm" mb={4}>
            Resources that meet
          </Text>
          <ConditionEditor
            condition={draft.conditions}
            choices={choices}
            onChange={(conditions) => set({ conditions })}
          />
        </section>
        <section aria-label="Outcome">
          <Text fw={600} size="sm" mb={4}>
            get by this rule
          </Text>
          <Group gap="xs" align="flex-end">
            <NativeSelect
              size="xs"
              label="Application"
              disabled={draft.nameTag !== ''}
              data={choose(choices.application)}
              value={draft.applicationId}
              onChange={({ currentTarget: { value } }) => set({ applicationId: value })}
            />
            <TextInput
              size="xs"
              label="or the application named in the tag"
              value={draft.nameTag}
              onChange={({ currentTarget: { value } }) => set({ nameTag: value })}
            />
            <NativeSelect
              size="xs"
              label="Environment"
              data={choose(choices.environment)}
              value={draft.environmentId}
              onChange={({ currentTarget: { value } }) => set({ environmentId: value })}
            />
            <NativeSelect
              size="xs"
              label="Team"
              data={choose(choices.team)}
              value={draft.teamId}
              onChange={({ currentTarget: { value } }) => set({ teamId: value })}
            />
            <NativeSelect
              size="xs"
              label="Confidence"
              data={['high', 'medium', 'low']}
              value={draft.confidence}
              onChange={({ currentTarget: { value } }) => set({ confidence: value as Draft['confidence'] })}
            />
            <NumberInput
              size="xs"
              label="Priority"
              min={0}
              max={10_000}
              value={draft.priority}
              onChange={(value) => set({ priority: Number(value) })}
            />
          </Group>
        </section>
        {preview.isError ? <FailureNote error={preview.error} /> : null}
        {save.isError ? <FailureNote error={save.error} /> : null}
        {preview.data === undefined ? null : <PreviewResult preview={preview.data} />}
        <Group justify="flex-end">
          <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
            Preview
          </Button>
          {can('rules:manage') ? (
            <Button type="submit" loading={save.isPending}>
              {rule === undefined ? 'Create rule' : 'Save rule'}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}

/** What a rule would infer, and whether people agreed with it so far. */
function PreviewResult({ preview }: { readonly preview: RulePreview }) {
  const { matched, would_add: added, would_remove: removed, backtest, sample } = preview;
  const percent = backtest.precision === null ? undefined : backtest.precision * 100;
  const of = (counts: RulePreview['would_add']) =>
    `${formatNumberOf(counts.memberships, 'membership')}, ${formatNumberOf(counts.environments, 'environment')} and ${formatNumberOf(counts.teams, 'team')}`;
  return (
    <section aria-label="Preview" aria-live="polite">
      <p>
        <strong>Matches {formatNumberOf(matched, 'resource')}.</strong> The rule adds {of(added)}, and removes{' '}
        {of(removed)}.
      </p>
      <p>
        {percent === undefined
          ? 'Nobody has decided about its matches yet.'
          : `People confirmed ${formatCount(backtest.confirmed)} and rejected ${formatCount(backtest.rejected)} of its matches: precision ${formatBounds(percent, percent)}.`}
      </p>
      {sample.length === 0 ? null : (
        <DataTable
          label="Matching resources"
          rows={sample}
          idOf={({ id }) => id}
          columns={[
            {
              key: 'name',
              header: 'Resource',
              render: ({ id, name }) => (
                <PageLink to={`/resources/${id}`}>
                  <InventoryText text={name} />
                </PageLink>
              ),
            },
            { key: 'type', header: 'Type', render: (row) => <InventoryText text={row.resource_type} /> },
            { key: 'region', header: 'Region', render: ({ region }) => region },
            {
              key: 'application',
              header: 'Application',
              render: (row) => <InventoryText text={row.application_name} />,
            },
          ]}
        />
      )}
    </section>
  );
}

function draftOf({ name, conditions, outcome, priority }: InferenceRule): Draft {
  return {
    name,
    conditions,
    applicationId: outcome.application?.id ?? '',
    nameTag: outcome.application?.name_from_tag ?? '',
    environmentId: outcome.environment?.id ?? '',
    teamId: outcome.team?.id ?? '',
    confidence: outcome.confidence ?? 'medium',
    priority,
  };
}

function bodyOf(draft: Draft): CreateInferenceRuleBody {
  const { applicationId, nameTag, environmentId, teamId } = draft;
  return {
    name: draft.name,
    conditions: draft.conditions,
    outcome: {
      ...(nameTag !== ''
        ? { application: { name_from_tag: nameTag } }
        : applicationId === ''
          ? {}
          : { application: { id: applicationId } }),
      ...(environmentId === '' ? {} : { environment: { id: environmentId } }),
      ...(teamId === '' ? {} : { team: { id: teamId } }),
      confidence: draft.confidence,
    },
    priority: draft.priority,
  };
}
