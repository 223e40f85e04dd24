import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sparticuz from '@sparticuz/chromium';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, Page, Request } from 'playwright-core';
import { devConfiguration } from '../../../dev/configuration.ts';

/** Screenshots of the pages are kept here, for people to look at. */
const screenshotFolder = path.join(devConfiguration.projectFolder, 'build', 'console-screenshots');

/** A person at the console: a page with a session of its own, and what went wrong on it. */
export interface Person {
  readonly page: Page;
  /** Violations of the Content-Security-Policy, requests to another origin, errors of scripts, and responses with 403 or 5xx. */
  readonly problems: string[];
  signIn(email: string, password: string): Promise<void>;
  /** Opens a path and waits until the page is usable: a state other than `loading`. Returns the state. */
  open(address: string): Promise<string>;
  /** Follows the link of the navigation, without loading the console again. */
  follow(address: string): Promise<void>;
  /** Waits until the page of the route is usable. Returns the state. */
  readonly usable: (route?: string) => Promise<string>;
  close(): Promise<void>;
}

/** Starts Chromium of the package `@sparticuz/chromium` (Linux x64), elsewhere an installed Chrome. */
export async function startConsoleBrowser(): Promise<Browser> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  return chromium.launch(
    isPackaged
      ? {
          executablePath: await sparticuz.executablePath(),
          // The flags of the package are for AWS Lambda: one process, no same-origin policy, and a picture that is computed
          // by an emulated graphics card, which stops for seconds on a busy machine.
          args: ['--disable-gpu', '--font-render-hinting=none', '--no-sandbox'],
        }
      : { channel: 'chrome' },
  );
}

export async function newPerson(browser: Browser, url: string): Promise<Person> {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 860 },
  });
  const page = await context.newPage();
  const problems: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => problems.push(`policy: ${text}`));
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    window.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + location.pathname);
  })`);
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('response', (response) => {
    if (response.status() === 403 || response.status() >= 500)
      problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  const open = new Set<Request>();
  page.on('request', (request) => {
    open.add(request);
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== url) problems.push(`another host: ${request.url()}`);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const idle = async () => {
    for (let quiet = 0; quiet < 3; quiet = open.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(20);
  };
  const usable = async (route?: string) => {
    const selector = `main[data-state]:not([data-state=loading])${route === undefined ? '' : `[data-page="${route}"]`}`;
    return (await page.locator(selector).getAttribute('data-state', { timeout: 20_000 })) ?? '';
  };
  return {
    page,
    problems,
    usable,
    async signIn(email, password) {
      await page.goto('/sign-in');
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((current) => current.pathname !== '/sign-in');
    },
    async open(address) {
      await page.goto(address);
      const state = await usable();
      await idle();
      return state;
    },
    async follow(address) {
      await page.locator(`nav a[href="${address}"]`).click();
      await page.waitForURL((current) => current.pathname === address);
      await usable();
      await idle();
    },
    close: () => context.close(),
  };
}

/** Returns a person who signed in, on the first page. */
export async function signedInPerson(
  browser: Browser,
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Person> {
  const person = await newPerson(browser, url);
  await person.signIn(email, password);
  await person.usable('/');
  return person;
}

/**
 * Adds to the problems of the person what axe reports about the page, and how much wider than a screen it is. Keeps pictures of
 * the page.
 */
export async function inspectPage({ page, problems }: Person, name: string): Promise<void> {
  problems.push(...(await accessibilityProblems(page)));
  const overflow = await takeScreenshots(page, name);
  if (overflow > 0) problems.push(`${name} is ${overflow} pixels wider than a screen`);
}

const levels = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules of these levels that depend on colours. The others read the same document in both schemes. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Returns what axe reports about the page (WCAG 2.2, levels A and AA), and about its colours in the dark scheme, too. */
async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const problems: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['light', levels],
    ['dark', colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
    const { violations } = (await page.evaluate(
      `axe.run(${JSON.stringify({ runOnly, resultTypes: ['violations'] })})`,
    )) as axe.AxeResults;
    for (const { id, nodes } of violations)
      problems.push(
        `${new URL(page.url()).pathname} ${colorScheme} ${id}: ${nodes
          .slice(0, 3)
          .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200) ?? ''}`)
          .join(' | ')}`,
      );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
}

/**
 * Keeps pictures of the page at both widths, and of the wide one in the dark scheme. Returns how far the page is wider than
 * either screen, in pixels.
 */
export async function takeScreenshots(page: Page, name: string): Promise<number> {
  await mkdir(screenshotFolder, { recursive: true });
  let overflow = 0;
  for (const [width, height] of [
    [390, 844],
    [1280, 860],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of width === 1280 ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
      const suffix = colorScheme === 'dark' ? '-dark' : '';
      await page.screenshot({ path: path.join(screenshotFolder, `${name}-${width}${suffix}.png`) });
    }
    overflow = Math.max(
      overflow,
      Number(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ),
    );
  }
  return overflow;
}
