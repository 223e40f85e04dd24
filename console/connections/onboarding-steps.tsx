import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CloudConnection } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { CopyIcon, OutsideLink } from '../shared/outside-link.tsx';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

const pollMilliseconds = 2500;

/** The steps of the onboarding, which move by themselves. */
export function OnboardingSteps({ connection }: { readonly connection: CloudConnection }) {
  const query = useQuery({
    ...getting('/api/v1/aws/connections/{id}/onboarding-steps', { path: { id: connection.id } }),
    refetchInterval: ({ state }) =>
      (state.data?.items ?? []).some(({ status }) => status !== 'done' && status !== 'skipped') ||
      state.data === undefined
        ? pollMilliseconds
        : false,
  });
  const steps = query.data?.items ?? [];
  const isWaiting = steps.some(
    ({ key, status }) => key === 'deploy_role' && status !== 'done' && status !== 'skipped',
  );
  const isDone = steps.length > 0 && steps.every(({ status }) => status === 'done' || status === 'skipped');
  return (
    <section className="panel" aria-label="Onboarding">
      <h2>Onboarding</h2>
      <Loaded query={query} rows={5}>
        <ol className="steps" aria-live="polite">
          {steps.map((step) => (
            <li key={step.key} data-id={step.key} data-status={step.status}>
              <Group gap="sm">
                <StatusMark value={step.status} />
                <strong>{step.title}</strong>
                {step.completed_at === undefined ? null : <TimeText at={step.completed_at} />}
              </Group>
              <InventoryText text={step.detail ?? ''} />
            </li>
          ))}
        </ol>
        {isWaiting ? <DeployRole connection={connection} /> : null}
        {isDone ? (
          <Text mt="md">
            Everything is done. <PageLink to="/resources">See the resources</PageLink>
          </Text>
        ) : null}
      </Loaded>
    </section>
  );
}

/** How to create the role, while it is waited for. */
function DeployRole({ connection }: { readonly connection: CloudConnection }) {
  const isOrganization = connection.kind === 'organization';
  const variants = isOrganization ? (['management', 'member'] as const) : (['standalone'] as const);
  return (
    <Stack gap="xs" mt="md">
      <Text>
        Create the role with CloudFormation. It can only read, and only with the external id{' '}
        <InventoryText text={connection.external_id} code />{' '}
        <CopyIcon text={connection.external_id} label="Copy the external id" />
      </Text>
      {connection.template.quick_create_url === undefined ? null : (
        <OutsideLink url={connection.template.quick_create_url}>Create the stack in AWS</OutsideLink>
      )}
      <Group>
        {variants.map((variant) => (
          <Button
            key={variant}
            size="xs"
            variant="default"
            component="a"
            href={`/api/v1/aws/connections/${connection.id}/template?variant=${variant}`}
            download={`cloud-inventory-${variant}.json`}
          >
            Template{' '}
            {isOrganization
              ? variant === 'management'
                ? 'of the management account'
                : 'of the member accounts'
              : ''}
          </Button>
        ))}
      </Group>
      <Text c="dimmed" size="sm">
        The page goes on by itself when the role exists.
      </Text>
    </Stack>
  );
}
