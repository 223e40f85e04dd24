import { comparableAttributesVersion } from '../drift/comparable-attributes.ts';

/** Changes whenever the rules or the parser make other entries of the same state. */
export const stateRulesVersion = `4.${comparableAttributesVersion}`;
