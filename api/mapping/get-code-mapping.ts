import { z } from 'zod';
import { readCodeMapping } from '../../commands/mapping/read-code-mapping.ts';
import type { LocatedMapping } from '../../commands/mapping/read-code-mapping.ts';
import { errors } from '../../domain/errors.ts';
import { confidences, managementStates, stateMatchMethods } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { mappingTag as tag } from './coverage-schemas.ts';

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
    const found = await readCodeMapping(tenant, params.id);
    if (found === undefined) throw errors.notFound();
    const { managementState, mappings, suggestions } = found;
    return {
      management_state: managementState,
      mappings: mappings.map(presentMapping),
      ...(suggestions.length === 0
        ? {}
        : {
            suggestions: suggestions.map(({ address, iacProjectId: projectId }) => ({
              address,
              iac_project_id: projectId,
            })),
          }),
    };
  },
});

function presentMapping(mapping: LocatedMapping): z.input<typeof CodeMapping>['mappings'][number] {
  return {
    iac_project_id: mapping.iacProjectId,
    repository_id: mapping.repositoryId,
    state_source_id: mapping.stateSourceId,
    address: mapping.address,
    code_address: mapping.codeAddress,
    file: mapping.file,
    line: mapping.line,
    commit_sha: mapping.commitSha,
    url: mapping.url,
    method: mapping.method,
    confidence: mapping.confidence,
    corrected: mapping.corrected,
    ...(mapping.conflict ? { conflict: true as const } : {}),
  };
}
