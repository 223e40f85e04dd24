import { z } from 'zod';
import { errors } from '../../../domain/errors.ts';
import { importBlocks } from '../../../domain/mapping/import-blocks.ts';
import { listImportableResources } from '../../../db/mapping/projects/importable-resources.ts';
import { readCodeMapping } from '../../mapping/read-code-mapping.ts';
import { entityOf, nameLookup, toolRow } from './shared/entities.ts';
import { named } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { readFreshness } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const getCodeMappingTool = defineTool({
  name: 'get_code_mapping',
  description:
    'Returns the infrastructure code that manages a resource: project, repository, file, line and address. ' +
    'Rows with `is_suggestion` are addresses that may belong to an unmanaged resource.',
  permission: 'mapping:read',
  parameters: z.strictObject({
    resource: named('The resource'),
    import_block: z
      .boolean()
      .optional()
      .describe('With the Terraform import block of a resource without code, or the reason why it has none'),
  }),
  async run(context, args) {
    const subject = await resolveRecordName(context, 'resource', args.resource);
    const found = await readCodeMapping(context.tenant, subject.id);
    if (found === undefined) throw errors.notFound();
    const { managementState, mappings, suggestions, unknownBecause } = found;
    const { files, skipped } =
      mappings.length > 0 || args.import_block !== true
        ? { files: [], skipped: [] }
        : importBlocks(await listImportableResources(context.tenant, [subject.id]));
    const projectIds = [
      ...mappings.map(({ iacProjectId }) => iacProjectId),
      ...suggestions.map(({ iacProjectId: id }) => id ?? undefined),
    ];
    const projectName = await nameLookup(context, 'project', projectIds);
    const repositoryName = await nameLookup(
      context,
      'repository',
      mappings.map(({ repositoryId }) => repositoryId),
    );
    const citedBy = (projectId: string | null | undefined) =>
      projectId === null || projectId === undefined
        ? subject
        : entityOf('iac_project', projectId, projectName(projectId));
    return {
      rows: [
        ...mappings.map((mapping) =>
          toolRow(
            citedBy(mapping.iacProjectId),
            {
              project: mapping.iacProjectId === undefined ? undefined : projectName(mapping.iacProjectId),
              repository:
                mapping.repositoryId === undefined ? undefined : repositoryName(mapping.repositoryId),
              address: mapping.address,
              file: mapping.file,
              line: mapping.line,
              commit_sha: mapping.commitSha,
              method: mapping.method,
              confidence: mapping.confidence,
              is_corrected: mapping.corrected,
              is_conflict: mapping.conflict,
              is_suggestion: false,
            },
            structural,
          ),
        ),
        ...files.map(({ name, content }) =>
          toolRow(subject, { file: name, import_block: blockLines(content) }, structural),
        ),
        ...suggestions.map(({ address, iacProjectId: projectId }) =>
          toolRow(
            citedBy(projectId),
            {
              project: projectId === undefined ? null : projectName(projectId),
              address,
              is_suggestion: true,
            },
            structural,
          ),
        ),
      ],
      total: mappings.length,
      truncated: false,
      subject,
      summary: {
        management_state: managementState,
        ...(skipped[0] === undefined ? {} : { no_import_block_because: skipped[0].reason }),
        ...(unknownBecause.length === 0
          ? {}
          : { unknown_because: unknownBecause.map(({ kind, reach }) => ({ kind, reach })) }),
      },
      freshness: await readFreshness(context),
    };
  },
});

const structural = ['method', 'confidence', 'is_corrected', 'is_conflict', 'is_suggestion'];

/** The lines of a file of import blocks. A text of a response is one line. */
function blockLines(content: string): readonly string[] {
  return content.split('\n').filter((line) => line !== '');
}
