import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getting } from '../http/queries.ts';
import type { Answer } from '../http/queries.ts';
import { formatCount } from '../shared/numbers.ts';

type Day = Answer<'/api/v1/overview/days'>['items'][number];

const width = 400;
const height = 60;
const gap = 2;

/** The last 30 UTC days: resources as a line; changes with their unexplained part, and new drift, as bars. */
export function ActivityTrends() {
  const { data } = useQuery(getting('/api/v1/overview/days'));
  const days = data?.items ?? [];
  return (
    <div className="panels panels-three">
      <Trend name="Resources per day" days={days}>
        <ResourceLine days={days} />
      </Trend>
      <Trend name="Changes per day" days={days}>
        <DayBars
          days={days}
          label="Changes per day"
          countOf={({ changes }) => changes.created + changes.updated + changes.deleted + changes.reappeared}
          part={{ name: 'not explained by code', countOf: ({ changes }) => changes.unexplained }}
        />
      </Trend>
      <Trend name="New drift per day" days={days}>
        <DayBars
          days={days}
          label="Resources that began to drift per day"
          countOf={({ drifted }) => drifted}
        />
      </Trend>
    </div>
  );
}

function Trend({
  name,
  days,
  children,
}: {
  readonly name: string;
  readonly days: readonly Day[];
  readonly children: ReactNode;
}) {
  return (
    <section className="panel">
      <h2>{name}</h2>
      <div className="trend">{days.length === 0 ? null : children}</div>
      <p className="trend-days">
        <span>{days[0]?.day ?? '…'}</span>
        <span>{days.at(-1)?.day ?? '…'}</span>
      </p>
    </section>
  );
}

/** One bar a day. The part of a bar that `part` counts is at its foot, in the colour of warnings. */
function DayBars({
  days,
  label,
  countOf,
  part,
}: {
  readonly days: readonly Day[];
  readonly label: string;
  readonly countOf: (day: Day) => number;
  readonly part?: { readonly name: string; readonly countOf: (day: Day) => number };
}) {
  const largest = Math.max(1, ...days.map(countOf));
  const sum = (count: (day: Day) => number) => days.reduce((total, day) => total + count(day), 0);
  const partText = part === undefined ? '' : `, ${formatCount(sum(part.countOf))} ${part.name}`;
  const text = `${formatCount(sum(countOf))} in ${days.length} days${partText}`;
  const step = width / days.length;
  const bar = (index: number, count: number, fill: string) => (
    <rect
      x={index * step}
      y={height - (height * count) / largest}
      width={step - gap}
      height={(height * count) / largest}
      fill={fill}
    />
  );
  return (
    <>
      <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}: ${text}`}>
        {days.map((day, index) => (
          <g key={day.day}>
            <title>{`${day.day}: ${formatCount(countOf(day))}${
              part === undefined ? '' : `, ${formatCount(part.countOf(day))} ${part.name}`
            }`}</title>
            <rect x={index * step} width={step} height={height} fill="transparent" />
            {bar(index, countOf(day), 'var(--busy)')}
            {part === undefined ? null : bar(index, part.countOf(day), 'var(--warn)')}
          </g>
        ))}
      </svg>
      <span className="missing">{text}</span>
    </>
  );
}

function ResourceLine({ days }: { readonly days: readonly Day[] }) {
  const known = days.flatMap(({ day, resources }, index) =>
    resources === undefined ? [] : [{ day, resources, index }],
  );
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return <span className="missing">No figure yet.</span>;
  const largest = Math.max(1, ...known.map(({ resources }) => resources));
  const x = (index: number) => (days.length < 2 ? 0 : (width * index) / (days.length - 1));
  const y = (count: number) => height - 3 - ((height - 6) * count) / largest;
  const text =
    first === last
      ? `${formatCount(last.resources)} today`
      : `${formatCount(first.resources)} on ${first.day}, ${formatCount(last.resources)} on ${last.day}`;
  return (
    <>
      <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Resources: ${text}`}>
        <polyline
          points={known.map(({ resources, index }) => `${x(index)},${y(resources)}`).join(' ')}
          fill="none"
          stroke="var(--busy)"
          strokeWidth="2"
        />
        <circle cx={Math.min(x(last.index), width - 3)} cy={y(last.resources)} r="3" fill="var(--busy)" />
      </svg>
      <span className="missing">{text}</span>
    </>
  );
}
