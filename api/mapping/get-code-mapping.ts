import { z } from 'zod';
import { codeAddressOf } from '../../domain/mapping/address.ts';
import { combineMappings, lowerConfidence } from '../../domain/mapping/combine-mappings.ts';
import type { Mapping } from '../../domain/mapping/combine-mappings.ts';
import { errors } from '../../domain/errors.ts';
import { confidences, managementStates, stateMatchMethods } from '../../domain/values.ts';
import {
  findMappedResource,
  findRepositoriesOf,
  listClaims,
  listSuggestions,
} from '../../db/mapping/code-mapping-read-model.ts';
import { listCorrections } from '../../db/mapping/mapping-correction-store.ts';
import { listCodeLocations } from '../../db/mapping/code-location-read-model.ts';
import type { LocatedAddress } from '../../db/mapping/code-location-read-model.ts';
import { operation } from '../http/operation.ts';
import { id, omitNull } from '../http/schemas.ts';
import { mappingTag as tag } from './coverage-schemas.ts';

const maximumCorrections = 1000;

const CodeMapping = z
  .object({
    management_state: z.enum(managementStates),
    mappings: z.array(
      z.object({
        iac_project_id: id.optional(),
        repository_id: id.optional(),
        state_source_id: id.optional(),
        address: z.string(),
        code_address: z.string().describe('The address without instance keys'),
        file: z.string().optional().describe('Path in the repository of the block'),
        line: z.int().optional(),
        commit_sha: z.string().optional().describe('The last scanned commit of the repository'),
        url: z.string().optional().describe('Permanent link to the line'),
        method: z.enum([...stateMatchMethods, 'correction']),
        confidence: z.enum(confidences).describe('The lower one of the match and the location'),
        corrected: z.boolean().describe('Whether a correction declares the mapping'),
        conflict: z.literal(true).optional().describe('Other addresses claim the resource as well'),
      }),
    ),
    suggestions: z
      .array(z.object({ address: z.string(), iac_project_id: id.optional() }))
      .optional()
      .describe('State entries without a resource that have the name of this one'),
  })
  .meta({ id: 'CodeMapping' });

export const getCodeMapping = operation({
  id: 'getCodeMapping',
  method: 'GET',
  path: '/resources/{id}/code-mapping',
  tag,
  summary: 'Get the code that manages a resource',
  access: 'mapping:read',
  transaction: 'snapshot',
  success: [200, CodeMapping],
  async handle({ params, tenant }) {
    const resource = await findMappedResource(tenant, params.id);
    if (resource === undefined) throw errors.notFound();
    const claims = await listClaims(tenant, resource.id);
    const corrections = await listCorrections(tenant, resource.id, maximumCorrections);
    const mappings = combineMappings(
      claims.map((claim) => ({
        stateSourceId: claim.state_source_id,
        iacProjectId: omitNull(claim.iac_project_id),
        address: claim.address,
        codeAddress: claim.code_address,
        method: claim.method,
        confidence: claim.confidence,
      })),
      corrections.map(({ action, address, iac_project_id: iacProjectId, stale }) => {
        return { action, address, codeAddress: codeAddressOf(address ?? ''), iacProjectId, stale };
      }),
    );
    const inProjects = mappings.flatMap(({ iacProjectId, codeAddress }) =>
      iacProjectId === undefined ? [] : [{ iacProjectId, codeAddress }],
    );
    const locations = await listCodeLocations(tenant, inProjects);
    const repositories = await findRepositoriesOf(
      tenant,
      inProjects.map(({ iacProjectId }) => iacProjectId),
    );
    const suggestions = mappings.length > 0 ? [] : await listSuggestions(tenant, resource.id);
    return {
      management_state: resource.management_state,
      mappings: mappings.map((mapping) => {
        const location = locations.find(
          ({ iacProjectId, codeAddress }) =>
            iacProjectId === mapping.iacProjectId && codeAddress === mapping.codeAddress,
        );
        return presentMapping(mapping, repositories.get(mapping.iacProjectId ?? ''), location);
      }),
      ...(suggestions.length === 0
        ? {}
        : {
            suggestions: suggestions.map(({ address, iac_project_id: projectId }) => ({
              address,
              iac_project_id: omitNull(projectId),
            })),
          }),
    };
  },
});

function presentMapping(
  mapping: Mapping,
  repositoryId: string | undefined,
  location: LocatedAddress | undefined,
): z.input<typeof CodeMapping>['mappings'][number] {
  return {
    iac_project_id: mapping.iacProjectId,
    repository_id: location?.repositoryId ?? repositoryId,
    state_source_id: mapping.stateSourceId,
    address: mapping.address,
    code_address: mapping.codeAddress,
    file: location?.file,
    line: location?.line,
    commit_sha: location?.commitSha,
    url: location?.url,
    method: mapping.method,
    confidence:
      location === undefined ? mapping.confidence : lowerConfidence(mapping.confidence, location.confidence),
    corrected: mapping.corrected,
    ...(mapping.conflict ? { conflict: true as const } : {}),
  };
}
