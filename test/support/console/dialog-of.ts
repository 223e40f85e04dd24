import type { Locator, Page } from 'playwright-core';

/** The dialog that is open on a page, with its controls by their names. */
export interface Dialog {
  readonly form: Locator;
  readonly fill: (name: string, text: string) => Promise<void>;
  /** Fills a password field, which has no role. */
  readonly fillSecret: (name: string, text: string) => Promise<void>;
  /** Writes into the input of a list of choices. */
  readonly choose: (name: string, text: string) => Promise<void>;
  readonly send: (name: string) => Promise<void>;
}

export function dialogOf(page: Page): Dialog {
  const form = page.getByRole('dialog');
  return {
    form,
    fill: (name, text) => form.getByRole('textbox', { name, exact: true }).fill(text),
    fillSecret: (name, text) => form.getByLabel(name, { exact: true }).fill(text),
    choose: (name, text) => form.getByLabel(name).and(page.locator('input')).first().fill(text),
    send: (name) => form.getByRole('button', { name, exact: true }).click(),
  };
}
