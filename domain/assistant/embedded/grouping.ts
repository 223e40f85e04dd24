/** Dimensions by which resources and other records can be grouped. */
export const groupings = [
  'type',
  'region',
  'account',
  'tag',
  'state',
  'status',
  'application',
  'team',
  'environment',
  'project',
] as const;
export type Grouping = (typeof groupings)[number];
