import { z } from 'zod';
import { flag, repeatable } from '../../commands/inventory/parameter-values.ts';
import { requestEvidence } from '../../commands/mapping/request-evidence.ts';
import { countDriftOfProject } from '../../db/drift/drift-read-model.ts';
import { requestStateDetection } from '../../commands/mapping/request-state-detection.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { linkLatePlans } from '../../commands/plans/publish-impact.ts';
import {
  hasDeletedSource,
  listProjectReach,
  replaceProjectReach,
} from '../../db/mapping/projects/project-reach.ts';
import { findProjectStates, listMissingEntries } from '../../db/mapping/projects/project-states.ts';
import type { ProjectState } from '../../db/mapping/projects/project-states.ts';
import { getProject, listProjects } from '../../db/scm/iac-project-read-model.ts';
import type { ProjectFilters } from '../../db/scm/iac-project-read-model.ts';
import { correctProject, createManualProject } from '../../db/scm/iac-project-store.ts';
import type { IacProject as ProjectRow } from '../../db/scm/iac-project.ts';
import { getRepositoryRecord } from '../../db/scm/repository-read-model.ts';
import type { Repository } from '../../db/scm/repository.ts';
import { hasScannedPath } from '../../db/scm/scanned-paths.ts';
import type { Tenant } from '../../db/tenant.ts';
import { defined } from '../../domain/defined.ts';
import { errors } from '../../domain/errors.ts';
import { stateReasonOf } from '../../domain/mapping/state-reason.ts';
import { matchedPercent } from '../../domain/mapping/coverage-figures.ts';
import { stateSourceName } from '../../domain/mapping/state-source-name.ts';
import { defaultKindOf } from '../../domain/scm/default-kind.ts';
import { noHints } from '../../domain/scm/detection/paths/file-index.ts';
import { maximumPathLength } from '../../domain/scm/detection/paths/repository-path.ts';
import {
  iacProjectDetections,
  iacProjectKinds,
  iacProjectStatuses,
  iacSystems,
  stateSourceKinds,
  stateSourceStatuses,
} from '../../domain/values.ts';
import type { Principal } from '../http/access/principal.ts';
import { countedListOf, cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { freeForm, id, iso, timestamp, recordVersion } from '../http/schemas.ts';
import { presentStateSource, StateSource } from '../mapping/state-sources.ts';
import type { Services } from '../services.ts';

const tag = 'IaC projects';

const IacProject = z
  .object({
    id,
    repository_id: id,
    path: z.string(),
    system: z.enum(iacSystems),
    kind: z.enum(iacProjectKinds),
    detection: z.enum(iacProjectDetections),
    backend_type: z.string().optional(),
    backend_config: freeForm,
    required_providers: freeForm,
    environment_hints: freeForm,
    environment_id: id.optional(),
    status: z.enum(iacProjectStatuses),
    last_seen_commit_sha: z.string().optional(),
    version: recordVersion,
    state_source_id: id.optional(),
    state_source: z
      .object({
        id,
        status: z.enum(stateSourceStatuses),
        account_linked: z.boolean().describe('Whether the account that reads the state is connected'),
        kind: z.enum(stateSourceKinds),
        name: z.string().describe('Bucket and key, what a push named, or the workspace of HCP Terraform'),
        bucket: z.string().optional(),
        key: z.string().optional(),
        last_synced_at: timestamp.optional(),
        last_error: z.string().optional(),
      })
      .meta({ id: 'StateSourceSummary' })
      .optional(),
    matched_percent: z
      .int()
      .optional()
      .describe('Share of the state entries with a live resource; absent without such entries'),
  })
  .meta({ id: 'IacProject' });

const maximumMissing = 1000;

const maximumReach = 1000;

const IacProjectDetail = IacProject.extend({
  reach_account_ids: z
    .array(id)
    .describe(
      'The accounts that a person named as the ones that the project reaches. Empty: it follows from state and code',
    ),
  state_reason: z
    .string()
    .optional()
    .describe(
      'Why the state of the project, or one of its states, is not read, `<code>: <sentence>`. Codes: `backend_unsupported`, `backend_unresolved`, ' +
        '`no_backend`, `not_detected`, `source_pending`, `source_error`, `source_disabled`, `source_deleted`, ' +
        '`too_many_backends`, `too_many_workspaces`',
    ),
  state_source: StateSource.optional(),
  state_resources: z.int().describe('Entries of the states of the project, except deposed ones'),
  matched: z.int().describe('Entries with a live resource'),
  missing: z
    .array(
      z.object({
        address: z.string(),
        code_address: z.string(),
        resource_type: z.string(),
        management_state: z.literal('managed_missing'),
        identity: freeForm,
      }),
    )
    .describe(`Entries whose resource does not exist, at most ${maximumMissing}`),
  missing_total: z.int(),
  drifted: z.int().describe('Resources that differ from the states of the project'),
  evidence: z.array(z.object({ kind: z.string(), path: z.string(), detail: z.string(), weight: z.number() })),
  unreadable_files: z.array(z.object({ path: z.string(), reason: z.string() })),
}).meta({ id: 'IacProjectDetail' });

const filters = {
  q: z.string().min(1).max(200).optional().describe('Part of the path'),
  system: repeatable(z.enum(iacSystems)),
  kind: repeatable(z.enum(iacProjectKinds)),
  status: repeatable(z.enum(iacProjectStatuses)),
  detection: repeatable(z.enum(iacProjectDetections)),
  environment_id: repeatable(id),
  has_state: flag.optional().describe('Whether a Terraform state belongs to the project'),
};

export const repositoryProjectOperations = [
  operation({
    id: 'listRepositoryIacProjects',
    method: 'GET',
    path: '/repositories/{id}/iac-projects',
    tag,
    summary: 'List the IaC projects of a repository',
    description: 'Filters are combined with AND.',
    access: 'iac_projects:read',
    query: z.strictObject({ ...pagingParameters, ...filters }),
    success: [200, countedListOf(IacProject)],
    async handle(context) {
      const repository = await getRepositoryRecord(context.tenant, context.params.id);
      return listPage(context, `iac_projects:${repository.id}`, {
        ...context.query,
        repository_id: [repository.id],
      });
    },
  }),
  operation({
    id: 'createIacProject',
    method: 'POST',
    path: '/repositories/{id}/iac-projects',
    tag,
    summary: 'Add an IaC project that detection did not find',
    description: 'The project is kept when later scans of the repository do not detect it.',
    access: 'iac_projects:manage',
    audit: 'iac_project.created',
    body: z.strictObject({
      path: z
        .string()
        .min(1)
        .max(maximumPathLength)
        .describe('A file or folder of the last scanned commit; `.` is the root'),
      system: z.enum(iacSystems),
      kind: z
        .enum(iacProjectKinds)
        .optional()
        .describe('Default: the usual kind of the system, such as `root` of terraform'),
    }),
    success: [201, IacProject],
    location: '/iac-projects/{id}',
    errors: ['conflict'],
    async handle({ body, params, tenant, services, audit }) {
      const repository = await getRepositoryRecord(tenant, params.id);
      if (repository.status === 'removed') throw errors.conflict('The repository is not selected.');
      await requireScannedPath(tenant, repository, body.path);
      const project = await createManualProject(tenant, {
        repositoryId: repository.id,
        path: body.path,
        system: body.system,
        kind: body.kind ?? defaultKindOf[body.system],
        commitSha: repository.lastScannedCommitSha,
      });
      await linkLatePlans(tenant, services.backgroundLauncher);
      await requestEvidence(tenant, services);
      audit({ type: 'iac_project', id: project.id, name: project.path });
      return presentProject(project, undefined);
    },
  }),
];

export const iacProjectOperations = [
  operation({
    id: 'listIacProjects',
    method: 'GET',
    path: '/iac-projects',
    tag,
    summary: 'List IaC projects',
    description: 'Lists the projects of all repositories. Filters are combined with AND.',
    access: 'iac_projects:read',
    query: z.strictObject({ ...pagingParameters, ...filters, repository_id: repeatable(id) }),
    success: [200, countedListOf(IacProject)],
    handle: (context) => listPage(context, 'iac_projects', context.query),
  }),
  operation({
    id: 'getIacProject',
    method: 'GET',
    path: '/iac-projects/{id}',
    tag,
    summary: 'Get an IaC project',
    description:
      'Returns the project with the evidence of its detection, and the entries of its state without a ' +
      'resource.',
    access: 'iac_projects:read',
    success: [200, IacProjectDetail],
    async handle({ params, tenant }) {
      const project = await getProject(tenant, params.id);
      const state = (await findProjectStates(tenant, [project.id])).get(project.id);
      const missing = state === undefined ? [] : await listMissingEntries(tenant, project.id, maximumMissing);
      const isDeleted = state === undefined && (await hasDeletedSource(tenant, project.id));
      return {
        ...presentProject(project, state),
        reach_account_ids: [...(await listProjectReach(tenant, project.id))],
        state_reason: stateReasonOf(project, isDeleted ? 'deleted' : state?.source),
        state_source: state === undefined ? undefined : presentStateSource(state.source),
        state_resources: state?.stateResources ?? 0,
        matched: state?.matched ?? 0,
        missing: missing.map(({ address, codeAddress, resourceType, identity }) => ({
          address,
          code_address: codeAddress,
          resource_type: resourceType,
          identity: { ...identity },
          management_state: 'managed_missing' as const,
        })),
        missing_total: state?.missing ?? 0,
        drifted: await countDriftOfProject(tenant, project.id),
        evidence: project.evidence,
        unreadable_files: project.unreadableFiles,
      };
    },
  }),
  operation({
    id: 'updateIacProject',
    method: 'PATCH',
    path: '/iac-projects/{id}',
    versioned: 'iac_projects',
    tag,
    summary: 'Correct or disable an IaC project',
    description:
      'Corrections outlive every scan. `reset` returns to what the last scan detected. `reach_account_ids` names the accounts ' +
      'in which the project manages resources: while its state is not read, only the evidence of these accounts is incomplete. ' +
      '`null` or an empty list clears it.',
    access: 'iac_projects:manage',
    audit: 'iac_project.corrected',
    body: z.strictObject({
      system: z.enum(iacSystems).optional(),
      kind: z.enum(iacProjectKinds).optional(),
      environment_id: z
        .union([id, z.literal('')])
        .nullable()
        .transform((value) => (value === '' ? null : value))
        .optional(),
      reach_account_ids: z.array(id).max(maximumReach).nullable().optional(),
      disable: z.boolean().optional(),
      reset: z.literal(true).optional(),
    }),
    success: [200, IacProject],
    errors: ['conflict'],
    async handle({ body, params, tenant, services, audit }) {
      const before = await getProject(tenant, params.id);
      const { reach_account_ids: reach, ...correction } = body;
      await correctProject(tenant, params.id, propertiesOf(correction));
      if (reach !== undefined) await replaceProjectReach(tenant, params.id, reach ?? []);
      const project = await getProject(tenant, params.id);
      // Its state sources follow: a disabled project disables them.
      const repository = await getRepositoryRecord(tenant, project.repositoryId);
      await requestStateDetection(tenant, services, repository);
      await requestEvidence(tenant, services);
      if (project.environmentId !== before.environmentId)
        await requestInference(tenant, services, 'project', [project.id]);
      audit({
        type: 'iac_project',
        id: project.id,
        name: project.path,
        details: { changed: Object.keys(body), ...defined({ reach_account_ids: reach }) },
      });
      return presentProject(project, (await findProjectStates(tenant, [project.id])).get(project.id));
    },
  }),
];

async function listPage(
  context: { readonly tenant: Tenant; readonly principal: Principal; readonly services: Services },
  name: string,
  query: ProjectFilters & { readonly limit: number; readonly cursor?: string | undefined },
) {
  const { request, envelope } = pager(context, name, { ...query });
  const { rows, total } = await listProjects(
    context.tenant,
    query,
    request.limit,
    request.after?.[0]?.toString(),
  );
  const page = cutPage(rows, request.limit, (row) => [row.id]);
  const states = await findProjectStates(
    context.tenant,
    page.rows.map((row) => row.id),
  );
  return { ...envelope(page, (row) => presentProject(row, states.get(row.id))), total };
}

function presentProject(project: ProjectRow, state: ProjectState | undefined): z.input<typeof IacProject> {
  return {
    id: project.id,
    repository_id: project.repositoryId,
    path: project.path,
    system: project.system,
    kind: project.kind,
    detection: project.detection,
    backend_type: project.backendType,
    backend_config: project.backendConfig,
    required_providers: project.requiredProviders,
    environment_hints: { ...noHints, ...project.environmentHints },
    environment_id: project.environmentId,
    version: project.version,
    status: project.status,
    last_seen_commit_sha: project.lastSeenCommitSha,
    ...(state === undefined ? {} : presentState(state)),
  };
}

function presentState({ source, accountLinked, matched, missing }: ProjectState) {
  return {
    state_source_id: source.id,
    state_source: {
      id: source.id,
      status: source.shownStatus,
      account_linked: accountLinked,
      kind: source.kind,
      name: stateSourceName(source),
      bucket: source.bucket,
      key: source.key,
      last_synced_at: iso(source.lastSyncedAt),
      last_error: source.lastError,
    },
    matched_percent: matchedPercent(matched, missing),
  };
}

/** @throws CatalogueError `validation_failed` for a path that is not one of the last scanned commit. */
async function requireScannedPath(
  tenant: Tenant,
  repository: Pick<Repository, 'id'>,
  path: string,
): Promise<void> {
  if (!(await hasScannedPath(tenant, repository.id, path)))
    throw errors.validationFailed('path', 'is not a path of the last scanned commit');
}
