import type { ObservedResource } from '../../../../domain/discovery/observation/observed-resource.ts';

/** A text that Postgres cannot compress. */
const random = (length: number, seed: number): string => {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(33 + (state % 90));
  }).join('');
};

/** Texts that Postgres cannot store, that it stores as the same text, or that are too long for an index. */
export const hostileTexts: readonly string[] = [
  'a\0',
  'a\ud800',
  'a\ud801',
  '\udc00a',
  random(3_000, 1),
  random(9_000, 2),
  `${random(3_000, 1)}b`,
  '😀'.repeat(900),
  `${'a'.repeat(1_021)}😀${'b'.repeat(2_000)}`,
];

/** A resource whose identifier, ARN and name are the text. */
export function observed(text: string): ObservedResource {
  return {
    resourceType: 'AWS::SNS::Topic',
    nativeId: text,
    arn: text,
    name: text,
    tags: {},
    configuration: {},
    volatile: {},
    configHash: 'hash',
  };
}
