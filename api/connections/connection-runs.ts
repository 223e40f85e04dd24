import type { RunKind } from '../../domain/runs/run-kinds.ts';
import { errors } from '../../domain/errors.ts';
import { lockConnection } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { tag } from './schemas.ts';

/** Operations on a connection that only start a workflow. Asking again joins the run that is active. */
const declarations: readonly {
  readonly name: string;
  readonly kind: Extract<RunKind, 'validate_connection' | 'sync_accounts' | 'upgrade_template'>;
  readonly audit: string;
  readonly summary: string;
  readonly description?: string;
  readonly organizationOnly?: boolean;
}[] = [
  {
    name: 'validate',
    kind: 'validate_connection',
    audit: 'connection.validation_requested',
    summary: 'Validate a connection and its accounts',
    description: 'An onboarding that waits for the role looks at once.',
  },
  {
    name: 'sync-accounts',
    kind: 'sync_accounts',
    audit: 'connection.sync_requested',
    summary: "Read the organization's directory again",
    organizationOnly: true,
  },
  {
    name: 'upgrade-template',
    kind: 'upgrade_template',
    audit: 'connection.upgrade_requested',
    summary: 'Update the stack and the stack set to the current template',
    description:
      'Needs a stack that was deployed with `AllowTemplateUpgrade`. The run is `partial` while a role is still behind.',
  },
];

export const connectionRunOperations = declarations.map(({ name, kind, organizationOnly, ...declared }) =>
  operation({
    ...declared,
    method: 'POST',
    path: `/aws/connections/{id}/${name}`,
    tag,
    access: 'connections:manage',
    success: [202, Accepted],
    errors: ['conflict', 'provider_unavailable'],
    async handle({ params, principal, tenant, services, audit }) {
      const connection = await lockConnection(tenant, params['id'] ?? '');
      if (organizationOnly === true && connection.kind !== 'organization')
        throw errors.conflict('A connection of single accounts has no directory.');
      await services.serviceCredentials.check();
      const { run_id } = await launchRun(tenant, services, {
        kind,
        subjectId: connection.id,
        description: connection.name,
        requestedBy: principal.id,
      });
      audit({ type: 'connection', id: connection.id, name: connection.name });
      return { run_id };
    },
  }),
);
