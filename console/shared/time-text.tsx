/** A time in the zone of the reader, relative within a week; the title has the time in UTC. */
export function TimeText({
  at,
  missing = 'never',
}: {
  readonly at: string | undefined;
  readonly missing?: string;
}) {
  if (at === undefined) return <span className="missing">{missing}</span>;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace('Z', '')} UTC`}>
      {describeTime(at, Date.now())}
    </time>
  );
}

// Shared: to create a formatter takes longer than to render the rest of a table row.
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const distances = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Returns a time as "5 minutes ago" within a week of `now` (milliseconds since the epoch), else as a date. */
function describeTime(at: string, now: number): string {
  const milliseconds = Date.parse(at) - now;
  const { unit, size } = units.find((candidate) => Math.abs(milliseconds) < candidate.below) ?? {};
  if (unit === undefined || size === undefined) return dates.format(new Date(at));
  return distances.format(Math.round(milliseconds / size), unit);
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const units = [
  { unit: 'second', size: second, below: minute },
  { unit: 'minute', size: minute, below: hour },
  { unit: 'hour', size: hour, below: day },
  { unit: 'day', size: day, below: 7 * day },
] as const;
