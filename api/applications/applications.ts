import { z } from 'zod';
import { flag, inclusion, repeatable } from '../../commands/inventory/parameter-values.ts';
import { authorTypeOf } from '../../domain/identity/author.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import {
  createApplication,
  getApplication,
  listApplications,
  updateApplication,
} from '../../db/applications/application-store.ts';
import type { Application as Row } from '../../db/applications/application.ts';
import { applyArchiving } from '../../db/applications/archive-application.ts';
import { declareResources } from '../../db/applications/declare-resources.ts';
import { listApplicationMembers } from '../../db/applications/membership-read-model.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { listNamingRuleIds } from '../../db/ownership/rules/rule-store.ts';
import {
  applicationCriticalities,
  applicationLifecycles,
  applicationSources,
  membershipStatuses,
} from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { authorType, id, iso, longText, recordVersion, shortText, slug, timestamp } from '../http/schemas.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { DiscoveredResource, Freshness, presentResource } from '../inventory/schemas.ts';
import { Membership, presentMembership } from './memberships.ts';

const tag = 'Applications';

const applicationFields = {
  name: shortText,
  slug: slug.optional(),
  description: longText.nullish(),
  criticality: z.enum(applicationCriticalities).optional(),
  lifecycle: z.enum(applicationLifecycles).optional(),
};

const Application = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    slug: z.string(),
    description: z.string().optional(),
    criticality: z.enum(applicationCriticalities),
    lifecycle: z.enum(applicationLifecycles),
    source: z.enum(applicationSources),
    created_by: id.optional(),
    created_by_type: authorType.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
    archived_at: timestamp.optional(),
  })
  .meta({ id: 'Application' });

const maximumResources = 500;

export const applicationOperations = [
  operation({
    id: 'listApplications',
    method: 'GET',
    path: '/applications',
    tag,
    summary: 'List applications',
    description: 'Without `archived`, includes archived applications.',
    access: 'applications:read',
    query: z.strictObject({
      q: z.string().min(1).max(200).optional().describe('Part of the name or slug'),
      archived: flag.optional(),
      criticality: repeatable(z.enum(applicationCriticalities)),
      lifecycle: repeatable(z.enum(applicationLifecycles)),
      source: repeatable(z.enum(applicationSources)),
      team_id: repeatable(id).describe('Team with an assignment of the kind `owner`'),
      ...pagingParameters,
    }),
    success: [
      200,
      z
        .object({ applications: z.array(Application), next_cursor: z.string().optional() })
        .meta({ id: 'ApplicationList' }),
    ],
    async handle(context) {
      const { request, envelope } = pager(context, 'applications', context.query);
      const after = request.after?.[0]?.toString();
      const rows = await listApplications(context.tenant, context.query, request.limit, after);
      const page = cutPage(rows, request.limit, (row) => [row.id]);
      const { items: applications, ...rest } = envelope(page, presentApplication);
      return { applications, ...rest };
    },
  }),
  operation({
    id: 'createApplication',
    method: 'POST',
    path: '/applications',
    tag,
    summary: 'Create an application',
    description:
      'If `slug` is omitted, it is derived from the name; a number is appended if the slug is taken. ' +
      'The rules with `name_from_tag` are evaluated again.',
    access: 'applications:manage',
    audit: 'application.created',
    body: z.strictObject(applicationFields),
    success: [201, Application],
    location: '/applications/{id}',
    errors: ['conflict'],
    async handle({ body, principal, tenant, services, audit }) {
      const application = await createApplication(tenant, { ...propertiesOf(body), createdBy: principal.id });
      audit({ type: 'application', id: application.id, name: application.name });
      // The values of tags can mean the new application.
      await requestInference(tenant, services, 'rule', await listNamingRuleIds(tenant));
      return presentApplication(application);
    },
  }),
  operation({
    id: 'getApplication',
    method: 'GET',
    path: '/applications/{id}',
    tag,
    summary: 'Get an application',
    description: 'Returns the application, also an archived one.',
    access: 'applications:read',
    success: [200, Application],
    async handle({ params, tenant }) {
      return presentApplication(await getApplication(tenant, params.id));
    },
  }),
  operation({
    id: 'updateApplication',
    method: 'PATCH',
    path: '/applications/{id}',
    versioned: 'applications',
    tag,
    summary: 'Update or archive an application',
    description:
      'An archived application infers nothing and gives no owner: its inferred memberships become stale, and its issues ' +
      'are resolved. Owners, declared resources and reviews cannot be added to it. After `archived: false` its rules are ' +
      'evaluated again. After this, and after a change of `name` or `slug`, so are the rules with `name_from_tag`.',
    access: 'applications:manage',
    audit: 'application.updated',
    body: z.strictObject({ ...applicationFields, archived: z.boolean() }).partial(),
    success: [200, Application],
    errors: ['conflict'],
    async handle({ body, params, principal, tenant, services, audit }) {
      const { application, archivedChanged, renamed } = await updateApplication(
        tenant,
        params.id,
        propertiesOf(body),
      );
      const { id, name } = application;
      audit({ type: 'application', id, name, details: { changed: Object.keys(body) } });
      if (archivedChanged) await applyArchiving(tenant, application, principal.id);
      if (archivedChanged || renamed) {
        await requestInference(tenant, services, 'application', [id]);
        // The values of tags can mean another application than before.
        await requestInference(tenant, services, 'rule', await listNamingRuleIds(tenant));
      }
      return presentApplication(application);
    },
  }),
  operation({
    id: 'listApplicationResources',
    method: 'GET',
    path: '/applications/{id}/resources',
    tag,
    summary: 'List the resources of an application with their memberships',
    description:
      'Without `status`, returns declared, confirmed and inferred memberships. Deleted resources are returned with ' +
      '`include_deleted`, or if their membership is stale.',
    access: 'applications:read',
    transaction: 'snapshot',
    query: z.strictObject({
      status: repeatable(z.enum(membershipStatuses)).describe('Status of the membership'),
      include_deleted: inclusion.optional().describe('Also returns deleted resources'),
      ...pagingParameters,
    }),
    success: [
      200,
      listOf(DiscoveredResource.extend({ membership: Membership }).meta({ id: 'ApplicationResource' }))
        .extend({ freshness: Freshness })
        .meta({ id: 'ApplicationResourceList' }),
    ],
    async handle(context) {
      const { query, tenant, params } = context;
      const { id } = await getApplication(tenant, params.id);
      const { request, envelope } = pager(context, `resources of ${id}`, query);
      const rows = await listApplicationMembers(
        tenant,
        id,
        { statuses: query.status, includeDeleted: query.include_deleted },
        request.limit,
        request.after?.[0]?.toString(),
      );
      const page = cutPage(rows, request.limit, ({ membership }) => [membership.id]);
      return {
        ...envelope(page, (row) => ({
          ...presentResource(row),
          membership: presentMembership(row.membership),
        })),
        freshness: presentFreshness(await freshnessOf(tenant)),
      };
    },
  }),
  operation({
    id: 'addApplicationResources',
    method: 'POST',
    path: '/applications/{id}/resources',
    tag,
    summary: 'Add resources to an application',
    description:
      'Creates a declared membership for each resource, and removes none. Inferred, stale and rejected memberships become ' +
      'declared; confirmed ones stay. Fails if the application is archived.',
    access: 'applications:manage',
    audit: 'membership.declared',
    body: z.strictObject({
      resource_ids: z
        .array(id.transform((text) => text.toLowerCase()))
        .min(1)
        .max(maximumResources),
    }),
    success: [201, z.object({ items: z.array(Membership) }).meta({ id: 'AddedMembershipList' })],
    errors: ['conflict'],
    async handle({ body, params, principal, tenant, services, audit }) {
      const { application, memberships, changed } = await declareResources(
        tenant,
        params.id,
        body.resource_ids,
        principal.id,
      );
      audit({
        type: 'application',
        id: application.id,
        name: application.name,
        details: { resources: memberships.length, changed: changed.length },
      });
      await requestInference(
        tenant,
        services,
        'resource',
        changed.map((resource) => resource.id),
      );
      return { items: memberships.map(presentMembership) };
    },
  }),
];

function presentApplication(row: Row) {
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    slug: row.slug,
    description: row.description,
    criticality: row.criticality,
    lifecycle: row.lifecycle,
    source: row.source,
    created_by: row.createdBy,
    created_by_type: authorTypeOf(row.createdBy),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    version: row.version,
    archived_at: iso(row.archivedAt),
  };
}
