import { z } from 'zod';
import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import { errors } from '../../../domain/errors.ts';
import type { Json } from '../../../domain/json/json.ts';
import type { ApplicationOwnerKind } from '../../../domain/values.ts';
import type { Evidence } from '../../../domain/ownership/evidence.ts';
import { listActiveAssignments } from '../../../db/ownership/owners/application-owner-store.ts';
import {
  findEnvironmentOf,
  listApplicationsOf,
  listOwnersOf,
} from '../../../db/ownership/owners/resource-ownership-read-model.ts';
import type { ResourceOwner } from '../../../db/ownership/owners/resource-ownership-read-model.ts';
import { entityOf, nameLookup, permissionOf, toolRow } from './shared/entities.ts';
import type { Entity } from './shared/entities.ts';
import { named } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { readFreshness } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

export const getOwnershipTool = defineTool({
  name: 'get_ownership',
  description:
    'Returns the owners, applications and environment of a resource: rows with `relation` owner, application or environment. ' +
    'With `application` in place of `resource`, returns the active teams and users that are assigned to the application, with ' +
    '`relation` owner, on_call or contributor.',
  permission: 'ownership:read',
  parameters: z
    .strictObject({
      resource: named('The resource').optional(),
      application: named('The application').optional(),
    })
    .refine(
      ({ resource, application }) => (resource === undefined) !== (application === undefined),
      'needs either resource or application',
    ),
  async run(context, args) {
    const { resource, application = '' } = args;
    const subject = await (resource === undefined
      ? resolveRecordName(context, 'application', application)
      : resolveRecordName(context, 'resource', resource));
    const rows = await (resource === undefined
      ? applicationOwnerRows(context, subject)
      : resourceRows(context, subject));
    return {
      rows,
      total: null,
      truncated: false,
      subject,
      summary: {
        owners: rows.filter(({ fields }) => fields['relation'] === 'owner').length,
        applications: rows.filter(({ fields }) => fields['relation'] === 'application').length,
      },
      freshness: await readFreshness(context),
    };
  },
});

async function resourceRows(context: ToolContext, subject: Entity): Promise<readonly ToolRow[]> {
  return [
    ...(await ownerRows(context, subject, await listOwnersOf(context.tenant, subject.id))),
    ...(await applicationRows(context, subject)),
    ...(await environmentRows(context, subject)),
  ];
}

async function applicationOwnerRows(context: ToolContext, subject: Entity): Promise<readonly ToolRow[]> {
  return ownerRows(context, subject, await listActiveAssignments(context.tenant, subject.id));
}

/** A team or user that owns. The owners of an application have neither source nor evidence. */
type Owner = Pick<ResourceOwner, 'teamId' | 'userId'> &
  Partial<ResourceOwner> & { readonly kind?: ApplicationOwnerKind };

const structural = ['relation', 'owner_kind', 'source', 'status', 'confidence'];

async function ownerRows(
  context: ToolContext,
  subject: Entity,
  owners: readonly Owner[],
): Promise<readonly ToolRow[]> {
  const teamName = await nameLookup(
    context,
    'team',
    owners.map(({ teamId }) => teamId),
  );
  const userName = await nameLookup(
    context,
    'user',
    owners.map(({ userId }) => userId),
  );
  return owners.map(({ kind = 'owner', teamId, userId, source, confidence, evidence }) =>
    toolRow(
      // A user is no record that an answer can cite: the row cites what the user owns.
      teamId === undefined ? subject : entityOf('team', teamId, teamName(teamId)),
      {
        relation: kind,
        owner_kind: teamId === undefined ? 'user' : 'team',
        name: teamId === undefined ? userName(userId ?? '') : teamName(teamId),
        source,
        confidence,
        evidence: evidence && evidenceOf(evidence),
      },
      structural,
    ),
  );
}

async function applicationRows(context: ToolContext, subject: Entity): Promise<readonly ToolRow[]> {
  const applications = await listApplicationsOf(context.tenant, subject.id);
  const applicationName = await nameLookup(
    context,
    'application',
    applications.map(({ applicationId: id }) => id),
  );
  return applications.map(({ applicationId: id, status, confidence, evidence }) =>
    toolRow(
      entityOf('application', id, applicationName(id)),
      {
        relation: 'application',
        name: applicationName(id),
        status,
        confidence,
        evidence: evidenceOf(evidence),
      },
      structural,
    ),
  );
}

async function environmentRows(
  { tenant, permissions }: ToolContext,
  subject: Entity,
): Promise<readonly ToolRow[]> {
  const environment = await findEnvironmentOf(tenant, subject.id);
  if (environment === undefined) throw errors.notFound();
  if (environment.id === undefined) return [];
  const name = permissions.has(permissionOf('environment')) ? environment.name : environment.id;
  return [
    toolRow(
      entityOf('environment', environment.id, name),
      { relation: 'environment', name, source: environment.source },
      structural,
    ),
  ];
}

function evidenceOf(evidence: readonly Evidence[]): Json {
  return evidence.map((entry) => ({
    kind: entry.kind,
    ...(entry.key === undefined ? {} : { key: entry.key }),
    ...(entry.value === undefined ? {} : { value: entry.value }),
    ...(entry.reference === undefined ? {} : { reference: entry.reference.name }),
  }));
}
