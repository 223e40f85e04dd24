import { newPerson } from '../../support/console/console-browser.ts';
import type { Figure } from '../bench.ts';
import type { BenchSession } from './bench-session.ts';

const firstMinutes = 2;
const maximumGrowth = 1.3;
const megabyte = 1024 * 1024;

/** Clicks through the pages of the navigation, and compares the heap after 2 minutes with that after `minutes`. */
export async function measureHeap(
  { browser, url, email, password, say }: BenchSession,
  minutes: number,
): Promise<Readonly<Record<string, Figure>>> {
  const person = await newPerson(browser, url);
  await person.signIn(email, password);
  const { page } = person;
  await person.usable('/');
  const addresses = await page
    .locator('nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / megabyte;
  };
  let clicks = 0;
  const clickFor = async (until: number) => {
    while (performance.now() < until) {
      await person.follow(addresses[clicks % addresses.length] ?? '/');
      clicks += 1;
    }
    // Both readings are of the same page.
    await person.follow('/');
    return heap();
  };
  const started = performance.now();
  const first = await clickFor(started + Math.min(firstMinutes, minutes / 3) * 60_000);
  const last = await clickFor(started + minutes * 60_000);
  say(`heap after ${clicks} clicks in ${minutes} minutes: ${first.toFixed(1)} to ${last.toFixed(1)} MB`);
  await person.close();
  return {
    [`heap after ${minutes} minutes of clicking`]: {
      value: last,
      unit: 'MB',
      baseline: first,
      target: `<= ${maximumGrowth} of the baseline`,
      ok: last <= maximumGrowth * first,
    },
  };
}
