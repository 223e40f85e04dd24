import { z } from 'zod';
import { importBlocks } from '../../domain/mapping/import-blocks.ts';
import { listImportableResources } from '../../db/mapping/projects/importable-resources.ts';
import { operation } from '../http/operation.ts';
import { mappingTag as tag } from './coverage-schemas.ts';
import { distinctIds, importSkipReasons, presentSkipped, resourceIds, skippedOf } from './import-schemas.ts';

export const createImportBlocks = operation({
  id: 'createImportBlocks',
  method: 'POST',
  path: '/mapping/import-blocks',
  tag,
  summary: 'Get Terraform import blocks for resources',
  description:
    'Changes nothing. Returns a file for each account and region. Blocks of resources whose management state is ' +
    '`unknown` are comments. `terraform plan -generate-config-out=generated.tf` writes the configuration.',
  access: 'mapping:read',
  body: z.strictObject({ resource_ids: resourceIds }),
  success: [
    200,
    z
      .object({
        files: z.array(z.object({ path: z.string(), content: z.string() })),
        skipped: skippedOf(importSkipReasons),
      })
      .meta({ id: 'ImportBlocks' }),
  ],
  async handle({ body, tenant }) {
    const ids = distinctIds(body.resource_ids);
    const resources = await listImportableResources(tenant, ids);
    const { files, skipped } = importBlocks(resources);
    return {
      files: files.map(({ name, content }) => ({ path: name, content })),
      skipped: presentSkipped(ids, resources, skipped),
    };
  },
});
