import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { formatCount } from '../shared/numbers.ts';

const width = 400;
const height = 60;

/** The days of the last month: eligible resources as a line, managed ones as the area below it. */
export function CoverageTrend() {
  const { data } = useQuery(getting('/api/v1/mapping/coverage-history', { query: { limit: 31 } }));
  const days = [...(data?.items ?? [])].toSorted((one, other) => one.day.localeCompare(other.day));
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined || days.length < 2) return null;
  const largest = Math.max(1, ...days.map(({ eligible }) => eligible));
  const point = (count: number, index: number) =>
    `${((width * index) / (days.length - 1)).toFixed(1)},${(height - (height * count) / largest).toFixed(1)}`;
  const line = days.map(({ eligible }, index) => point(eligible, index)).join(' ');
  const area = days.map(({ managed }, index) => point(managed, index)).join(' ');
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`From ${first.day} to ${last.day}: ${formatCount(first.managed)} to ${formatCount(last.managed)} managed of ${formatCount(last.eligible)}`}
    >
      <polygon points={`0,${height} ${area} ${width},${height}`} fill="var(--good)" opacity="0.5" />
      <polyline points={line} fill="none" stroke="var(--quiet)" strokeWidth="1.5" />
    </svg>
  );
}
