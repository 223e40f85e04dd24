import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { DataTable } from '../shared/data-table.tsx';
import { formatBounds, formatCount } from '../shared/numbers.ts';
import { coverageBand } from './coverage-band.ts';

const width = 400;
const height = 90;

/** The coverage of each day between its two bounds: the lower one counts unknown resources as unmanaged, the upper one as managed. */
export function CoverageHistory() {
  const { data } = useQuery(getting('/api/v1/mapping/coverage-history'));
  const days = data?.items ?? [];
  const band = coverageBand(days, width, height);
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined || band === undefined)
    return <p className="missing">The history begins after the second day with figures.</p>;
  return (
    <>
      <svg
        className="chart"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`From ${first.day} to ${last.day}: ${formatBounds(first.coverage_percent.lower, first.coverage_percent.upper)} to ${formatBounds(last.coverage_percent.lower, last.coverage_percent.upper)}`}
      >
        {[0, 50, 100].map((percent) => (
          <line
            key={percent}
            x1="0"
            x2={width}
            y1={height - (height * percent) / 100}
            y2={height - (height * percent) / 100}
            stroke="var(--line)"
          />
        ))}
        <polygon points={band.area} fill="var(--busy)" opacity="0.3" />
        <polyline points={band.lower} fill="none" stroke="var(--good)" strokeWidth="1.5" />
        <polyline
          points={band.upper}
          fill="none"
          stroke="var(--busy)"
          strokeWidth="1.5"
          strokeDasharray="4 3"
        />
      </svg>
      <ul className="legend">
        <li>Solid line: certainly managed</li>
        <li>Dashed line: managed, if the unknown resources are</li>
      </ul>
      <details>
        <summary>Figures of the days</summary>
        <DataTable
          label="Coverage by day"
          rows={days.toReversed().slice(0, 31)}
          idOf={({ day }) => day}
          columns={[
            { key: 'day', header: 'Day (UTC)', render: ({ day }) => day },
            {
              key: 'coverage',
              header: 'Coverage',
              render: (row) => formatBounds(row.coverage_percent.lower, row.coverage_percent.upper),
            },
            { key: 'managed', header: 'Managed', align: 'right', render: (row) => formatCount(row.managed) },
            {
              key: 'unmanaged',
              header: 'Not managed',
              align: 'right',
              render: (row) => formatCount(row.unmanaged),
            },
            {
              key: 'unscanned',
              header: 'Unknown',
              align: 'right',
              render: (row) => formatCount(row.unscanned),
            },
          ]}
        />
      </details>
    </>
  );
}
