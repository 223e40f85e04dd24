import type { Browser, Page } from 'playwright-core';
import { newPerson } from '../../support/console/console-browser.ts';
import type { Figure } from '../bench.ts';
import type { BenchSession } from './bench-session.ts';
import { medianOf } from './bench-session.ts';

type Figures = Readonly<Record<string, Figure>>;

const runs = 5;
const maximumCold = 1.5;
const maximumWarm = 0.5;
const maximumOverhead = 300;
const maximumFrame = 50;
const scrollFrames = 1500;
const pixelsPerFrame = 120;

/**
 * Measures from the request of the page to its state `ready`, with an empty cache and with the files of the console cached. The
 * baseline is the slowest request of the API on the page.
 */
export async function measureFirstPage({
  browser,
  url,
  email,
  password,
  name,
}: BenchSession): Promise<Figures> {
  const cold: number[] = [];
  const warm: number[] = [];
  const ofApi: number[] = [];
  const signedIn = await newPerson(browser, url);
  await signedIn.signIn(email, password);
  const storageState = await signedIn.page.context().storageState();
  await signedIn.close();
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ baseURL: url, storageState, reducedMotion: 'reduce' });
    const page = await context.newPage();
    cold.push(await secondsUntilReady(page));
    warm.push(await secondsUntilReady(page));
    ofApi.push((await longestRequest(page)) / 1000);
    await context.close();
  }
  const figure = (values: readonly number[], target: number): Figure => ({
    value: medianOf(values),
    unit: 's',
    baseline: medianOf(ofApi),
    target: `<= ${target}`,
    ok: medianOf(values) <= target,
  });
  return {
    [`first page, cold, ${name}`]: figure(cold, maximumCold),
    [`first page, warm, ${name}`]: figure(warm, maximumWarm),
  };
}

async function secondsUntilReady(page: Page): Promise<number> {
  const started = performance.now();
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('main[data-page="/"]:not([data-state=loading])').waitFor();
  return (performance.now() - started) / 1000;
}

const durationsOf = (path: string) =>
  `performance.getEntriesByType('resource').filter(({ name }) => name.includes('${path}')).map(({ duration }) => duration)`;

async function longestRequest(page: Page): Promise<number> {
  return Math.max(0, ...((await page.evaluate(durationsOf('/api/v1/'))) as number[]));
}

/**
 * Measures filters of the list of resources, from the click to the new rows, above the time of the request for them; and the
 * time between frames while the list scrolls as far as it loads.
 */
export async function measureResources({
  browser,
  url,
  email,
  password,
  name,
  say,
}: BenchSession): Promise<Figures> {
  const person = await newPerson(browser, url);
  await person.signIn(email, password);
  const { page } = person;
  await person.open('/resources');
  const overheads: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const box = page.getByRole('checkbox').nth(run);
    const label = (await box.evaluate(labelOf)) || String(run);
    const measured = (await page.evaluate(`(${filterOnce.toString()})(${run})`)) as Measured;
    say(
      `filter ${label.slice(0, 40)}: ${measured.total.toFixed(0)} ms, API ${measured.request.toFixed(0)} ms`,
    );
    overheads.push(measured.total - measured.request);
    await person.open('/resources');
  }
  await page.locator('tr[data-id]').first().waitFor();
  const work = await traceTasks(browser);
  const frames = (await page.evaluate(
    `(${scrollList.toString()})(${scrollFrames}, ${pixelsPerFrame})`,
  )) as number[];
  const longestWork = Math.max(...(await work()));
  const rows = Math.floor((scrollFrames * pixelsPerFrame) / 36);
  say(`scrolled ${rows} rows in ${frames.length} frames, longest ${Math.max(...frames).toFixed(0)} ms`);
  await person.close();
  const long = frames.filter((milliseconds) => milliseconds > maximumFrame).length;
  return {
    [`filter to rows above the API, ${name}`]: {
      value: medianOf(overheads),
      unit: 'ms',
      target: `<= ${maximumOverhead}`,
      ok: medianOf(overheads) <= maximumOverhead,
    },
    [`frames over ${maximumFrame} ms while scrolling, ${name}`]: {
      value: long,
      unit: `of ${frames.length}`,
      target: '<= 0',
      ok: long === 0,
    },
    [`longest frame while scrolling, ${name}`]: {
      value: Math.max(...frames),
      unit: 'ms',
      baseline: medianOf(frames),
      ok: true,
    },
    [`longest task while scrolling, processor time, ${name}`]: {
      value: longestWork,
      unit: 'ms',
      target: `<= ${maximumFrame}`,
      ok: longestWork <= maximumFrame,
    },
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * Traces the tasks of the threads that run pages. Returns a function that ends the trace, and returns the processor time of
 * each task in milliseconds. The time between frames depends on the other processes of the machine, too.
 */
async function traceTasks(browser: Browser): Promise<() => Promise<readonly number[]>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  return async () => {
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await ended;
    const pageThreads = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const times = events
      .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pageThreads.has(`${pid} ${tid}`))
      .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
    if (times.length === 0) throw new Error('the trace has no processor time of a task of a page');
    return times;
  };
}

interface Measured {
  readonly total: number;
  readonly request: number;
}

const labelOf = (box: { readonly labels?: Iterable<{ readonly textContent: string | null }> | null }) =>
  [...(box.labels ?? [])].map((label) => label.textContent ?? '').join(' ');

/* The functions below run in the page, and are sent there as text. */

function filterOnce(index: number): Promise<Measured> {
  const { document, performance, requestAnimationFrame, MutationObserver } =
    globalThis as unknown as PageGlobals;
  const box = document.querySelectorAll('input[type=checkbox]')[index];
  const table = document.querySelector('main');
  return new Promise((resolve) => {
    const before = [...document.querySelectorAll('tr[data-id]')].map((row) => row.dataset['id']).join();
    const started = performance.now();
    const observer = new MutationObserver(() => {
      const after = [...document.querySelectorAll('tr[data-id]')].map((row) => row.dataset['id']).join();
      if (after === before || after === '') return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const total = performance.now() - started;
        const requests = performance
          .getEntriesByType('resource')
          .filter((entry) => entry.startTime >= started && entry.name.includes('/api/v1/resources?'))
          .filter((entry) => entry.name.includes('facets=false'));
        resolve({ total, request: Math.max(0, ...requests.map(({ duration }) => duration)) });
      });
    });
    observer.observe(table, { childList: true, subtree: true });
    box?.click();
  });
}

function scrollList(frames: number, pixels: number): Promise<number[]> {
  const { document, requestAnimationFrame } = globalThis as unknown as PageGlobals;
  const list = document.querySelector('.virtual-scroll');
  const gaps: number[] = [];
  return new Promise((resolve) => {
    let last: number | undefined;
    const step = (now: number) => {
      if (last !== undefined) gaps.push(now - last);
      last = now;
      if (gaps.length >= frames) resolve(gaps);
      else {
        list.scrollBy(0, pixels);
        requestAnimationFrame(step);
      }
    };
    requestAnimationFrame(step);
  });
}

interface PageElement {
  readonly dataset: Readonly<Record<string, string | undefined>>;
  click(): void;
  scrollBy(x: number, y: number): void;
}

/** What the functions use of the browser; the tests have no types of the DOM. */
interface PageGlobals {
  readonly document: {
    querySelector(selector: string): PageElement;
    querySelectorAll(selector: string): readonly PageElement[];
  };
  readonly performance: {
    now(): number;
    getEntriesByType(
      type: string,
    ): readonly { readonly name: string; readonly startTime: number; readonly duration: number }[];
  };
  readonly requestAnimationFrame: (callback: (now: number) => void) => void;
  readonly MutationObserver: new (callback: () => void) => {
    observe(element: PageElement, options: object): void;
    disconnect(): void;
  };
}
