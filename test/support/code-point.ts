import fc from 'fast-check';

const surrogates = { first: 0xd8_00, count: 0x8_00 };

/**
 * Any code point except surrogates, as the `unit` of `fc.string`. The unit 'binary' of fast-check has the same values, but
 * builds a table of all code points, which takes half a second.
 */
export const codePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff - surrogates.count })
  .map((index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count), indexOf);

/** The inverse function. fast-check uses it to shrink its own examples. */
function indexOf(text: unknown): number {
  if (typeof text !== 'string' || !/^.$/su.test(text)) throw new TypeError('not one code point');
  const point = text.codePointAt(0) ?? 0;
  return point < surrogates.first ? point : point - surrogates.count;
}
