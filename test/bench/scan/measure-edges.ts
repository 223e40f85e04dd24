import type { BenchContext } from '../bench.ts';
import { measureRecall } from '../../support/graph/measure-recall.ts';
import { accuracy, lineOf } from '../support/accuracy.ts';
import type { Figures } from '../support/accuracy.ts';
import { compareEdges } from './compare-edges.ts';
import { connectEstate, connectedTypes } from './connect-estate.ts';
import { createAccount, estateMix, estateRegions, fillEstate } from './estate.ts';
import { startWorkerProcess } from './processes.ts';
import type { Product } from './product.ts';

const waitMs = 500;

/**
 * Scans an account whose resources name one another, waits for the extraction, and compares its edges with those that the
 * generator knows. Prints the numbers of each rule, and the first differences.
 */
export async function measureEdges(
  { awsEndpointUrl: endpoint, say }: BenchContext,
  environment: Readonly<Record<string, string>>,
  product: Product,
): Promise<Figures> {
  say('making an estate whose resources name one another');
  const account = await createAccount(endpoint);
  await fillEstate(endpoint, account);
  const edges = await connectEstate(endpoint, account);
  const id = await product.connect(account, estateRegions);
  const worker = await startWorkerProcess(environment);
  try {
    await product.scan({
      aws_account_id: id,
      resource_types: [...Object.keys(estateMix), ...connectedTypes],
    });
    await untilExtracted(product, id);
  } finally {
    await worker.stop();
  }
  const owner = {
    query: async <T extends object>(text: string, values: readonly unknown[]) =>
      (await product.owner.query<T>(text, [...values])).rows,
  };
  const rows = await compareEdges(owner, id, edges);
  say('edges of the scanned estate: expected, found, false');
  for (const row of rows) {
    say(`  ${lineOf(row)}  ${row.rule}`);
    for (const difference of row.differences.slice(0, 3)) say(`    ${difference}`);
  }
  const recall = await measureRecall(owner.query, id);
  say(`identifiers of other resources: ${recall.named}, with a relationship: ${recall.joined}; the others:`);
  for (const miss of recall.misses) say(`  ${miss}`);
  for (const wrong of recall.wrong) say(`  wrong: ${wrong}`);
  const share = recall.joined / Math.max(1, recall.named);
  return {
    recall_of_identifiers: { value: 100 * share, unit: '%', target: '>= 98', ok: share >= 0.98 },
    wrong_by_identifiers: {
      value: recall.wrong.length,
      unit: '',
      target: '0',
      ok: recall.wrong.length === 0,
    },
    ...accuracy(
      'of edges in the scanned estate',
      rows.filter(({ containment }) => !containment),
    ),
    ...accuracy(
      'of containment in the scanned estate',
      rows.filter(({ containment }) => containment),
    ),
  };
}

/** Waits until the extraction that the scan requested has ended. @throws Error unless it succeeds. */
async function untilExtracted({ owner }: Product, accountId: string): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ status: string }>(
      `select status from runs where kind = 'extract_graph' and subject_id = $1 order by created_at desc limit 1`,
      [accountId],
    );
    const status = rows[0]?.status ?? 'queued';
    if (status === 'succeeded') return;
    if (status !== 'queued' && status !== 'running') throw new Error(`The extraction is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
