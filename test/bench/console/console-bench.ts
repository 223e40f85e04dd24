import { parseArgs } from 'node:util';
import { demoLogin } from '../../../dev/demo/sign-in.ts';
import { updateConsole } from '../../../dev/console/console-build.ts';
import { startConsoleBrowser } from '../../support/console/console-browser.ts';
import { scriptSizes } from '../../support/console/script-sizes.ts';
import { withDemoOrganization } from '../assistant/with-demo-organization.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { startApiProcess } from '../scan/processes.ts';
import { generateOrganization } from '../search/generated-inventory.ts';
import { loadInventory } from '../search/load-inventory.ts';
import { addMember } from '../support/add-member.ts';
import { measureGraph } from './measure-graph.ts';
import { measureHeap } from './measure-heap.ts';
import { measureFirstPage, measureResources } from './measure-pages.ts';

type Figures = Readonly<Record<string, Figure>>;

const million = 1_000_000;
const shortMinutes = 6;
const longMinutes = 20;

/** `npm run bench -- console [--resources 100000] [--minutes 6] [--long] [--no-demo]` */
export const consoleBench: Bench = {
  name: 'console',
  summary: 'the console in Chromium: bytes, first page, filters, scrolling, layout of the graph, heap',
  async run(context) {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      allowNegative: true,
      options: {
        resources: { type: 'string', default: String(million) },
        minutes: { type: 'string' },
        long: { type: 'boolean', default: false },
        demo: { type: 'boolean', default: true },
      },
    });
    const minutes = Number(values.minutes ?? (values.long ? longMinutes : shortMinutes));
    await updateConsole();
    const sizes = await measureSizes();
    const large = await measureLarge(context, Number(values.resources), minutes);
    const demo = values.demo ? await measureDemo(context) : {};
    return { ...sizes, ...large, ...demo };
  },
};

async function measureSizes(): Promise<Figures> {
  const { pages, ...others } = await scriptSizes();
  const largest = Object.entries(pages).toSorted(([, one], [, other]) => other.bytes - one.bytes)[0];
  const all = {
    ...others,
    ...(largest === undefined ? {} : { [`largest page, ${largest[0]}`]: largest[1] }),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, { bytes, limit }]) => [
      `script, gzip: ${name}`,
      { value: bytes / 1024, unit: 'KB', target: `<= ${limit / 1024}`, ok: bytes <= limit },
    ]),
  );
}

async function measureLarge(context: BenchContext, size: number, minutes: number): Promise<Figures> {
  const { databaseUrl, environment, say } = context;
  say(`loading ${size} resources`);
  const organization = generateOrganization(1, size, Date.now());
  await loadInventory(databaseUrl, [organization]);
  const api = await startApiProcess({ ...environment, NODE_ENV: 'development' });
  const browser = await startConsoleBrowser();
  try {
    const login = await addMember(api.url, databaseUrl, organization.id);
    const session = { browser, url: api.url, ...login, name: `${size} resources`, say };
    return {
      ...(await measureFirstPage(session)),
      ...(await measureResources(session)),
      ...(await measureGraph(session)),
      ...(await measureHeap(session, minutes)),
    };
  } finally {
    await browser.close();
    await api.stop();
  }
}

async function measureDemo(context: BenchContext): Promise<Figures> {
  return withDemoOrganization(context, async (url) => {
    const browser = await startConsoleBrowser();
    try {
      return await measureFirstPage({ browser, url, ...demoLogin, name: 'demo', say: context.say });
    } finally {
      await browser.close();
    }
  });
}
