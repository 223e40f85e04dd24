/** Changes whenever the rules or the parser make other entries of the same state. */
export const stateRulesVersion = '3';
