import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  updateEnvironment,
} from '../../db/applications/environment-store.ts';
import type { Environment as Row } from '../../db/applications/environment.ts';
import { environmentClasses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { Deleted, id, iso, shortText, timestamp, recordVersion } from '../http/schemas.ts';

const tag = 'Environments';
const environmentFields = { name: shortText, class: z.enum(environmentClasses) };

const Environment = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    class: z.enum(environmentClasses),
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'DeploymentEnvironment' });

export const environmentOperations = [
  operation({
    id: 'listEnvironments',
    method: 'GET',
    path: '/environments',
    tag,
    summary: 'List environments',
    description: 'Lists the environments of the organization by name.',
    access: 'environments:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(Environment)],
    async handle(context) {
      const { request, envelope } = pager(context, 'environments', context.query);
      const rows = await listEnvironments(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, ({ name }) => [name]),
        presentEnvironment,
      );
    },
  }),
  operation({
    id: 'createEnvironment',
    method: 'POST',
    path: '/environments',
    tag,
    summary: 'Create an environment',
    description: 'Returns 409 `conflict` if an environment has the name.',
    access: 'environments:manage',
    audit: 'environment.created',
    body: z.strictObject(environmentFields),
    success: [201, Environment],
    location: '/environments/{id}',
    errors: ['conflict'],
    async handle({ body, tenant, services, audit }) {
      const environment = await createEnvironment(tenant, propertiesOf(body));
      await requestInference(tenant, services, 'all');
      audit({ type: 'environment', id: environment.id, name: environment.name });
      return presentEnvironment(environment);
    },
  }),
  operation({
    id: 'getEnvironment',
    method: 'GET',
    path: '/environments/{id}',
    tag,
    summary: 'Get an environment',
    description: 'Returns the environment with its class.',
    access: 'environments:read',
    success: [200, Environment],
    async handle({ params, tenant }) {
      return presentEnvironment(await getEnvironment(tenant, params.id));
    },
  }),
  operation({
    id: 'updateEnvironment',
    method: 'PATCH',
    path: '/environments/{id}',
    versioned: 'environments',
    tag,
    summary: 'Update an environment',
    description:
      'Changes the fields in the body; absent ones stay. Returns 409 `conflict` if another ' +
      'environment has the name.',
    access: 'environments:manage',
    audit: 'environment.updated',
    body: z.strictObject(environmentFields).partial(),
    success: [200, Environment],
    errors: ['conflict'],
    async handle({ body, params, tenant, services, audit }) {
      const { environment, changed } = await updateEnvironment(tenant, params.id, propertiesOf(body));
      if (changed) await requestInference(tenant, services, 'all');
      const { id, name } = environment;
      audit({ type: 'environment', id, name, details: { changed: Object.keys(body) } });
      return presentEnvironment(environment);
    },
  }),
  operation({
    id: 'deleteEnvironment',
    method: 'DELETE',
    path: '/environments/{id}',
    tag,
    summary: 'Delete an environment',
    description:
      'Fails while the environment is the default of an account, the environment of a project or the outcome of an ' +
      'inference rule; the error message names them.',
    access: 'environments:manage',
    audit: 'environment.deleted',
    success: [200, Deleted],
    errors: ['conflict'],
    async handle({ params, tenant, services, audit }) {
      const { id, name } = await deleteEnvironment(tenant, params.id);
      await requestInference(tenant, services, 'all');
      audit({ type: 'environment', id, name });
      return { id, deleted: true };
    },
  }),
];

function presentEnvironment(row: Row) {
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    class: row.class,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    version: row.version,
  };
}
