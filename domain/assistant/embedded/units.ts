/** Words beside a number or a property that say nothing more. */
export const units: ReadonlySet<string> = new Set(
  (
    'mb gb kb tb g gig gigs gigabyte gigabytes megabyte megabytes mib gib s sec secs second seconds minute minutes min mins hour ' +
    'hours day days byte bytes set value equal equals exactly percent'
  ).split(' '),
);
