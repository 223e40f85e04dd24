import { z } from 'zod';
import type { ToolDefinition } from '../../../../domain/assistant/model.ts';
import type { Ambiguous, ToolResult } from '../../../../domain/assistant/tool-response.ts';
import type { Permission } from '../../../../domain/identity/permissions.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import type { Tenant } from '../../../../db/tenant.ts';

/** The caller of a tool. Tools read in the transaction of `tenant`, which is a snapshot. */
export interface ToolContext {
  readonly tenant: Tenant;
  readonly permissions: ReadonlySet<Permission>;
  /** The beginning of the turn. */
  readonly now: Date;
  /** The period of the history that `as_of` can read. Default: 400, the default of REVISION_RETENTION_DAYS. */
  readonly revisionRetentionDays?: number;
}

/** A read-only tool of the assistant. */
export interface AssistantTool {
  readonly name: string;
  readonly description: string;
  /** The caller refuses the call without it. */
  readonly permission: Permission;
  readonly parameters: z.ZodObject;
  /**
   * @param args arguments that `parameters` accepts
   * @throws CatalogueError `validation_failed` for an argument that names no record, `forbidden` when the name of a record
   *   needs a permission that the caller lacks
   */
  run(context: ToolContext, args: unknown): Promise<ToolResult | Ambiguous>;
}

/** Thrown by the resolution of names. {@link defineTool} returns its content as the result of the call. */
export class AmbiguousName extends Error {
  override readonly name = 'AmbiguousName';
  readonly result: Ambiguous;

  constructor(ambiguous: Ambiguous['ambiguous']) {
    super(`${ambiguous.argument} matches ${ambiguous.total} records`);
    this.result = { ambiguous };
  }
}

/** Declares a tool whose `run` receives the parsed arguments. */
export function defineTool<Parameters extends z.ZodObject>(tool: {
  readonly name: string;
  readonly description: string;
  readonly permission: Permission;
  readonly parameters: Parameters;
  run(context: ToolContext, args: z.output<Parameters>): Promise<ToolResult>;
}): AssistantTool {
  return {
    ...tool,
    async run(context, args) {
      try {
        return await tool.run(context, tool.parameters.parse(args));
      } catch (error) {
        if (error instanceof AmbiguousName) return error.result;
        throw error;
      }
    },
  };
}

/** Returns the definition of a tool for a model. */
export function definitionOf({ name, description, parameters }: AssistantTool): ToolDefinition {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(parameters, { io: 'input' });
  return { name, description, parameters: schema as JsonObject };
}
