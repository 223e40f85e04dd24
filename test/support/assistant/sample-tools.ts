import { z } from 'zod';
import type { Ambiguous, ToolGroup, ToolResult, ToolRow } from '../../../domain/assistant/tool-response.ts';
import { permissions } from '../../../domain/identity/permissions.ts';
import type { Permission } from '../../../domain/identity/permissions.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { TurnSession } from '../../../commands/assistant/turn-answerer.ts';
import { defineTool } from '../../../commands/assistant/tools/shared/tool.ts';
import type { AssistantTool } from '../../../commands/assistant/tools/shared/tool.ts';

export const sampleFreshness = {
  data_as_of: '2026-05-01T10:00:00.123Z',
  stale_accounts: [{ id: 'a1', name: 'Production' }],
  never_scanned: 0,
};

/** A resource as tools return it. */
export function resourceRow(id: string, name = id, fields: JsonObject = {}): ToolRow {
  return {
    entity: { type: 'resource', id, name, url: `/api/v1/resources/${id}` },
    fields: { name, resource_type: 'AWS::S3::Bucket', region: 'eu-west-1', ...fields },
    structural: ['resource_type', 'region'],
  };
}

export function toolResult(rows: readonly ToolRow[], more: Partial<ToolResult> = {}): ToolResult {
  return { rows, total: rows.length, truncated: false, freshness: sampleFreshness, ...more };
}

export interface SampleTools {
  readonly tools: readonly AssistantTool[];
  /** Arguments of the calls that ran. */
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
}

export interface SampleData {
  readonly rows?: readonly ToolRow[];
  readonly groups?: readonly ToolGroup[];
  readonly ambiguous?: Ambiguous;
  /** Thrown by `get_resource`. */
  readonly fault?: Error;
}

/** Returns tools with the parameters of the product's tools, which return the given data. */
export function sampleTools({ rows = [], groups, ambiguous, fault }: SampleData = {}): SampleTools {
  const calls: { name: string; args: unknown }[] = [];
  const search = defineTool({
    name: 'search_resources',
    description: 'Lists resources',
    permission: 'resources:read',
    parameters: z.strictObject({
      q: z.string().max(200).optional(),
      account: z.string().optional(),
      region: z.string().optional(),
      status: z.enum(['active', 'deleted']).optional(),
      since: z.iso.datetime().optional(),
      limit: z.int().min(1).max(50).optional(),
    }),
    run: async (_context, args) => {
      calls.push({ name: 'search_resources', args });
      return Promise.resolve(toolResult(rows, groups === undefined ? {} : { groups, total: 1234 }));
    },
  });
  const get = defineTool({
    name: 'get_resource',
    description: 'Returns a resource',
    permission: 'graph:read',
    parameters: z.strictObject({ resource: z.string().min(1) }),
    run: async (_context, args) => {
      calls.push({ name: 'get_resource', args });
      if (fault !== undefined) throw fault;
      return Promise.resolve(toolResult(rows.filter(({ entity }) => entity.id === args.resource)));
    },
  });
  const tools =
    ambiguous === undefined
      ? [search, get]
      : [{ ...search, run: async () => Promise.resolve(ambiguous) }, get];
  return { tools, calls };
}

/** Returns a session with permissions that does not use the database: the sample tools run no query. */
export function sampleSession(granted: readonly Permission[] = permissions): TurnSession {
  return {
    withTool: async (work) =>
      work({ tenant: {} as unknown as Tenant, permissions: new Set(granted), now: new Date(0) }),
  };
}
