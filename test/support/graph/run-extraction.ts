import { randomUUID } from 'node:crypto';
import { requestExtraction } from '../../../commands/graph/request-extraction.ts';
import { beginExtraction, endExtraction } from '../../../db/graph/extract/extraction-store.ts';
import type { ExtractionOutcome } from '../../../db/graph/extract/extraction-store.ts';
import {
  holdersPerBatch,
  listHoldersToExtract,
  readHolders,
} from '../../../db/graph/extract/read-holders.ts';
import type { HolderToExtract } from '../../../db/graph/extract/read-holders.ts';
import { recomputeExposures } from '../../../db/graph/exposure/recompute-exposures.ts';
import { resolveStep } from '../../../db/graph/resolve/resolve-step.ts';
import { storeHolders } from '../../../db/graph/extract/store-holders.ts';
import { finishRun } from '../../../db/runs/run-store.ts';
import type { Database } from '../../../db/tenant.ts';
import type { ExtractedHolder } from '../../../domain/graph/edge-rule.ts';
import type { GraphRules } from '../../../domain/graph/graph-rules.ts';
import type { ExtractionMode } from '../../../domain/values.ts';
import { createLogger } from '../../../runtime/logger.ts';

export interface StoredExtraction {
  readonly database: Database;
  readonly organizationId: string;
  readonly accountId: string;
  readonly mode: ExtractionMode;
  readonly rules: GraphRules;
  /** Default: the configuration is the result of the extraction, as JSON. */
  readonly extract?: (holder: HolderToExtract) => ExtractedHolder;
  readonly maximumReferences?: number;
  /** Whether references are resolved. Default: true. */
  readonly resolves?: boolean;
}

/** Runs an extraction as the activities do, without Temporal. */
export async function runExtraction({
  database,
  organizationId,
  accountId,
  mode,
  rules,
  extract = extractStored,
  maximumReferences,
  resolves = true,
}: StoredExtraction): Promise<ExtractionOutcome> {
  const launcher = {
    temporal: { startRunWorkflow: () => Promise.resolve() },
    logger: createLogger('test', 'silent'),
  };
  const account = { id: accountId, accountId: '123456789012' };
  const middleTypes = rules.compositionRules.map(({ throughType }) => throughType);
  const { run_id: runId } = await database.withTenant(organizationId, (tenant) =>
    requestExtraction(tenant, launcher, account, 'manual', mode),
  );
  for (;;) {
    const begun = await database.withTenant(organizationId, (tenant) =>
      beginExtraction(tenant, runId, rules.version),
    );
    const isFull = begun?.mode === 'full';
    const ids = await database.withTenant(organizationId, (tenant) =>
      listHoldersToExtract(tenant, accountId, begun?.mode ?? mode, begun?.extractedTo, []),
    );
    if (ids.length === 0) break;
    await database.withTenant(organizationId, async (tenant) => {
      const holders = await readHolders(tenant, ids.slice(0, holdersPerBatch), []);
      await storeHolders(
        tenant,
        {
          accountId,
          runId,
          isFull,
          extractedTo: isFull ? holders.at(-1)?.id : undefined,
          middleTypes,
          edgeRules: rules.edgeRules,
          ...(maximumReferences === undefined ? {} : { maximumReferences }),
        },
        holders.map((holder) => {
          const { cut, ...extracted } = holder.deleted ? { ...none, cut: undefined } : extract(holder);
          return { holder, extracted, cut };
        }),
      );
    });
  }
  if (resolves) {
    await resolveAll(database, organizationId, rules, runId);
    await database.withTenant(organizationId, (tenant) => recomputeExposures(tenant, accountId));
  }
  return database.withTenant(organizationId, async (tenant) => {
    const outcome = await endExtraction(tenant, runId, rules.version);
    await finishRun(tenant, runId, outcome.status, outcome.error);
    return outcome;
  });
}

/** Resolves the references of all due holders. */
export async function resolveAll(
  database: Database,
  organizationId: string,
  rules: GraphRules,
  runId: string = randomUUID(),
): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone =
      (await database.withTenant(organizationId, (tenant) => resolveStep(tenant, rules, runId))) ===
      undefined;
}

const none = { identifiers: [], references: [] };

function extractStored({ configuration }: HolderToExtract): ExtractedHolder {
  return { ...none, ...(JSON.parse(configuration) as Partial<ExtractedHolder>) };
}
