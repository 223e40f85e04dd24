import { Text } from '@mantine/core';
import type { Overview } from '../../api-client/api-types.ts';
import { formatBounds, formatCount } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';

const parts = [
  { key: 'managed', color: 'var(--good)', text: 'managed by code' },
  { key: 'unknown', color: 'var(--quiet)', text: 'unknown: a state or a repository was not read' },
  { key: 'unmanaged', color: 'var(--warn)', text: 'not managed' },
] as const;

/** Coverage with its two bounds: unknown resources are between them. */
export function CoverageBar({ coverage }: { readonly coverage: Overview['coverage'] }) {
  const { eligible, percent } = coverage;
  const total = Math.max(
    1,
    parts.reduce((sum, { key }) => sum + coverage[key], 0),
  );
  const bounds = formatBounds(percent.lower, percent.upper);
  let x = 0;
  return (
    <div>
      <Text component="div" mb={6}>
        <strong>{bounds}</strong> of {formatCount(eligible)} resources that code can manage
      </Text>
      <svg
        className="chart"
        viewBox="0 0 400 16"
        role="img"
        aria-label={`Coverage ${bounds}`}
        preserveAspectRatio="none"
      >
        {parts.map(({ key, color }) => {
          const width = (400 * coverage[key]) / total;
          const from = x;
          x += width;
          return <rect key={key} x={from} width={Math.max(width - 1, 0)} height="16" fill={color} />;
        })}
      </svg>
      <ul className="legend">
        {parts.map(({ key, color, text }) => (
          <li key={key}>
            <svg width="10" height="10" aria-hidden>
              <rect width="10" height="10" rx="2" fill={color} />
            </svg>{' '}
            <PageLink to="/resources" search={{ management_state: key }}>
              {formatCount(coverage[key])} {text}
            </PageLink>
          </li>
        ))}
        <li>
          {formatCount(coverage.child + coverage.default + coverage.ignored)} are parts of others, made by AWS
          or ignored
        </li>
      </ul>
    </div>
  );
}
