import type { Bench } from '../bench.ts';
import { measureProperties } from './measure-properties.ts';

/** Measures what programs use. */
export const automation: Bench = {
  name: 'automation',
  summary: 'searches by properties, and storing with their index',
  run: measureProperties,
};
