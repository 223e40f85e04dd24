import { beginExtraction } from '../../db/graph/extract/extraction-store.ts';
import type { Extraction } from '../../db/graph/extract/extraction-store.ts';
import { holdersPerBatch, listHoldersToExtract, readHolders } from '../../db/graph/extract/read-holders.ts';
import type { HolderToExtract } from '../../db/graph/extract/read-holders.ts';
import { storeHolders } from '../../db/graph/extract/store-holders.ts';
import type { StoredHolder } from '../../db/graph/extract/stored-holder.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import type { StatisticsRefresher } from '../discovery/tasks/statistics-refresher.ts';
import type { RunDocument } from '../shared/run-document.ts';
import { extractDocuments } from './extract-documents.ts';
import type { DocumentExtraction } from './extract-documents.ts';
import { declaredGraphRules, middleTypes, volatileTypes } from './rules-of-extraction.ts';

export type ExtractionDependencies = Pick<
  Dependencies,
  'database' | 'documents' | 'secretHashKeys' | 'logger' | 'temporal'
> & {
  /** Without statistics, the planner reads all rows of an organization for each lookup. */
  readonly statistics: StatisticsRefresher;
};

type HolderDependencies = Pick<
  ExtractionDependencies,
  'database' | 'documents' | 'secretHashKeys' | 'statistics'
>;

/** Work after which an activity returns, so that the runs of other accounts of the organization take their turn. */
const turnMilliseconds = 30_000;

/** A longer transaction would delay the extraction of the organization's other accounts. */
const referencesPerTransaction = 20_000;

/**
 * Extracts the references of the account's resources: in a full run of all after the last one that is stored, else of
 * those that changed. Returns whether there are more.
 */
export async function extractHolders(
  dependencies: HolderDependencies,
  { organizationId, runId }: RunInput,
  signal: AbortSignal,
): Promise<boolean> {
  const { database } = dependencies;
  const extraction = await database.withTenant(organizationId, (tenant) =>
    beginExtraction(tenant, runId, declaredGraphRules.version),
  );
  if (extraction === undefined) return false;
  const { awsAccountId: accountId, mode, extractedTo: after } = extraction;
  const ids = await database.withTenant(organizationId, (tenant) =>
    listHoldersToExtract(tenant, accountId, mode, after, volatileTypes),
  );
  if (ids.length === 0) return false;
  const endAt = performance.now() + turnMilliseconds;
  const batches = readBatches(dependencies, organizationId, ids, signal);
  for await (const holders of batches) {
    for (const part of partsOf(holders))
      await storeBatch(dependencies, organizationId, runId, extraction, part);
    await dependencies.statistics.created(organizationId, holders.length);
    if (performance.now() > endAt) break;
  }
  return true;
}

/** Yields batches of extracted holders. The next batch is read and extracted while the caller stores the last one. */
async function* readBatches(
  dependencies: HolderDependencies,
  organizationId: string,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<readonly StoredHolder[]> {
  let remaining = ids;
  const next = () => {
    const batch = readBatch(dependencies, organizationId, remaining.slice(0, holdersPerBatch), signal);
    // A rejection is thrown by the await below.
    batch.catch(() => undefined);
    return batch;
  };
  let pending = next();
  while (remaining.length > 0) {
    signal.throwIfAborted();
    const { holders, read } = await pending;
    remaining = remaining.slice(read);
    if (remaining.length > 0) pending = next();
    yield holders;
  }
}

/** Returns the extracted holders and the number of ids that were read: those of later ids are read in the next batch. */
async function readBatch(
  { database, documents, secretHashKeys }: HolderDependencies,
  organizationId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly holders: readonly StoredHolder[]; readonly read: number }> {
  const found = await database.withTenant(organizationId, (tenant) =>
    readHolders(tenant, ids, volatileTypes),
  );
  const last = found.at(-1);
  const isCut = last !== undefined && found.length < ids.length;
  const runDocument: RunDocument = (task, input) => documents.run(organizationId, task, input, signal);
  const extractions = await extractDocuments(
    runDocument,
    found.filter(({ deleted }) => !deleted),
    await secretHashKeys(organizationId),
  );
  const rest = [...extractions];
  const holders = found.map((holder) => toStoredHolder(holder, holder.deleted ? undefined : rest.shift()));
  return { holders, read: isCut ? ids.indexOf(last.id) + 1 : ids.length };
}

function toStoredHolder(holder: HolderToExtract, extraction: DocumentExtraction | undefined): StoredHolder {
  if (extraction === undefined)
    return { holder, extracted: { identifiers: [], references: [] }, cut: undefined };
  const { extracted, rejected } = extraction;
  return { holder, extracted, cut: rejected ? 'document' : extracted.cut };
}

/** Divides a batch into the holders of one transaction each: at least one, together at most 20,000 references. */
function partsOf(holders: readonly StoredHolder[]): readonly (readonly StoredHolder[])[] {
  const parts: StoredHolder[][] = [];
  let references = 0;
  for (const holder of holders) {
    references += holder.extracted.references.length;
    const part = parts.at(-1);
    if (part !== undefined && references <= referencesPerTransaction) part.push(holder);
    else {
      parts.push([holder]);
      references = holder.extracted.references.length;
    }
  }
  return parts;
}

async function storeBatch(
  { database }: HolderDependencies,
  organizationId: string,
  runId: string,
  { awsAccountId: accountId, mode }: Extraction,
  holders: readonly StoredHolder[],
): Promise<void> {
  const isFull = mode === 'full';
  await database.withTenant(organizationId, (tenant) =>
    storeHolders(
      tenant,
      {
        accountId,
        runId,
        isFull,
        extractedTo: isFull ? holders.at(-1)?.holder.id : undefined,
        middleTypes,
        edgeRules: declaredGraphRules.edgeRules,
      },
      holders,
    ),
  );
}
