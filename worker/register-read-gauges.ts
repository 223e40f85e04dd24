import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../runtime/logger.ts';

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A gauge of a reading. */
export interface ReadGauge<T> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly samplesOf: (reading: T) => readonly Sample[];
}

/**
 * Registers gauges that share a reading, which each scrape takes once. A scrape whose reading fails omits them.
 *
 * @param what - what is read, for the log
 */
export function registerReadGauges<T>(
  registry: Registry,
  logger: Logger,
  what: string,
  read: () => Promise<T>,
  gauges: readonly ReadGauge<T>[],
): void {
  const readOrWarn = async (): Promise<{ readonly reading: T } | undefined> => {
    try {
      return { reading: await read() };
    } catch (error) {
      logger.warn({ err: error }, `failed to read ${what}`);
      return undefined;
    }
  };
  // The gauges of a scrape are collected at the same time.
  let current: ReturnType<typeof readOrWarn> | undefined;
  const readOnce = () => (current ??= readOrWarn().finally(() => (current = undefined)));
  for (const { name, help, labelNames = [], samplesOf } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const found = await readOnce();
        // Without labels, `reset` would leave a zero.
        if (labelNames.length === 0) gauge.remove();
        else gauge.reset();
        if (found === undefined) return;
        for (const { labels = {}, value } of samplesOf(found.reading)) gauge.set(labels, value);
      },
    });
  }
}
