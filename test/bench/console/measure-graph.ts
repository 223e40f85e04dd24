import { newPerson } from '../../support/console/console-browser.ts';
import type { Figure } from '../bench.ts';
import type { BenchSession } from './bench-session.ts';
import { medianOf } from './bench-session.ts';

const nodeCount = 500;
const edgesPerNode = 2;
const runs = 3;
const maximumSeconds = 2;

/**
 * Measures from the response with a graph of 500 nodes to its picture, which the worker of the console laid out. The response
 * is generated in the browser, because the layout alone is measured.
 */
export async function measureGraph({
  browser,
  url,
  email,
  password,
}: BenchSession): Promise<Readonly<Record<string, Figure>>> {
  const person = await newPerson(browser, url);
  await person.signIn(email, password);
  const { page } = person;
  const root = idOf(0);
  let answeredAt = 0;
  await page.route(/\/api\/v1\/graph(?:\/[a-z]+)?\?/, async (route) => {
    answeredAt = performance.now();
    await route.fulfill({ json: generatedGraph() });
  });
  const seconds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await page.goto(`/graph?root_type=resource&root_id=${root}`);
    await page.locator('.graph-picture canvas').first().waitFor();
    seconds.push((performance.now() - answeredAt) / 1000);
  }
  await person.close();
  const value = medianOf(seconds);
  return {
    [`layout and picture of a graph of ${nodeCount} nodes`]: {
      value,
      unit: 's',
      target: `<= ${maximumSeconds}`,
      ok: value <= maximumSeconds,
    },
  };
}

function generatedGraph() {
  const nodes = Array.from({ length: nodeCount }, (_, index) => ({
    id: idOf(index),
    entity_type: 'resource',
    name: `node-${index}`,
    resource_type: 'AWS::SQS::Queue',
    depth: Math.floor(Math.log2(index + 1)),
  }));
  // A tree, and as many edges again between neighbours of a level.
  const edges = nodes
    .slice(1)
    .flatMap((node, index) =>
      Array.from({ length: edgesPerNode }, (_, which) => ({
        id: idOf(nodeCount + index * edgesPerNode + which),
        source_id: which === 0 ? idOf(Math.floor(index / 2)) : idOf(Math.max(0, index - 1)),
        target_id: node.id,
        relationship_type: 'reads_from',
        confidence: 'high',
        propagates: true,
        evidence: [],
      })),
    );
  return {
    root: nodes[0],
    nodes,
    edges,
    truncated: false,
    freshness: { as_of: new Date().toISOString(), stale_accounts: [] },
  };
}

function idOf(index: number): string {
  return `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
}
