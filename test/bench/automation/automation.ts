import type { Bench } from '../bench.ts';
import { measureEvents } from './measure-events.ts';
import { measureProperties } from './measure-properties.ts';

const parts = { properties: measureProperties, events: measureEvents } as const;
const only = process.env['BENCH_PART'];

/** Measures what programs use. BENCH_PART is `properties` or `events`; without it, both are measured. */
export const automation: Bench = {
  name: 'automation',
  summary: 'searches by properties, storing with their index, events and their delivery, API tokens',
  async run(context) {
    const figures = [];
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) figures.push(await measure(context));
    return Object.assign({}, ...figures) as Awaited<ReturnType<Bench['run']>>;
  },
};
