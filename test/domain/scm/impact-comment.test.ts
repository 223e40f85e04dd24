import test from 'ava';
import fc from 'fast-check';
import { impactComment, impactMarker } from '../../../domain/scm/impact-comment.ts';
import { codeSpan } from '../../../domain/scm/markdown.ts';
import { impactStatus } from '../../../domain/scm/plan-impact.ts';
import type { ImpactSection, PlanImpact, PlanRisk } from '../../../domain/scm/plan-impact.ts';
import { codePoint } from '../../support/code-point.ts';

const noImpact: PlanImpact = {
  counts: { create: 0, update: 0, replace: 0, delete: 0, import: 0, forget: 0 },
  unmapped: 0,
  risks: [],
  applications: [],
  teams: [],
};

const section = (impact: Partial<PlanImpact> = {}, projectPath = 'prod', workspace = ''): ImpactSection => ({
  projectId: `0195a1b2-0000-7000-8000-${projectPath === 'prod' ? '000000000001' : '000000000002'}`,
  projectPath,
  workspace,
  commitSha: 'abcdef0123456789',
  impact: { ...noImpact, ...impact },
});

const urlOf = (planId: string) => `https://inventory.example/api/v1/plans/${planId}`;
const commentOf = (sections: readonly ImpactSection[]) => impactComment(sections, urlOf);

test('has a section per project with counts, owners and risks', (t) => {
  const impact: Partial<PlanImpact> = {
    counts: { ...noImpact.counts, create: 2, delete: 1 },
    unmapped: 3,
    applications: ['Shop'],
    teams: ['Core'],
    risks: [
      { severity: 'high', kind: 'holds_data', address: 'aws_db_instance.main', detail: 'holds a database' },
    ],
  };
  t.is(
    commentOf([section(impact)]),
    `${impactMarker}

### Impact on the cloud inventory

<!-- cloud-inventory:project 0195a1b2-0000-7000-8000-000000000001 -->
#### \`prod\`

Plan of \`abcdef01\`: 2 to create, 1 to delete.

Changes of resources that are not in the inventory: 3.

Applications: \`Shop\`.

Teams: \`Core\`.

- **high** \`aws_db_instance.main\`: \`holds_data\` \`holds a database\``,
  );
  t.deepEqual(impactStatus([section(impact), section({}, 'staging')]), {
    state: 'failure',
    description: '2 projects: 2 to create, 1 to delete; 1 high risk',
  });
  t.deepEqual(impactStatus([section()]), { state: 'success', description: '1 project: no changes' });
});

test('links to the plan, names a workspace, and reports that a plan is not complete', (t) => {
  const body = commentOf([
    section({ planId: 'p-1', isErrored: true }, 'prod', 'eu'),
    section({}, 'prod', 'default'),
  ]);
  t.true(
    body.includes(
      '#### `prod`, workspace `eu`\n\n[Plan](https://inventory.example/api/v1/plans/p-1) of `abcdef01`: no changes.\n\n' +
        'The plan ended with an error and is not complete.',
    ),
  );
  t.true(body.includes('#### `prod`\n\nPlan of `abcdef01`: no changes.'));
  t.is(
    impactStatus([section({}, 'prod', 'eu'), section({}, 'prod', 'us')]).description,
    '1 project: no changes',
  );
});

test('shows the 20 addresses with the worst risks, each with all its risks', (t) => {
  const risk = (index: number, kind: string, severity: PlanRisk['severity'] = 'high'): PlanRisk => ({
    severity,
    kind,
    address: `aws_s3_bucket.b[${index}]`,
    detail: '',
  });
  const risks = [
    risk(0, 'holds_data'),
    risk(0, 'in_production'),
    ...Array.from({ length: 21 }, (_, index) => risk(index + 1, 'holds_data')),
    risk(0, 'reverted_drift', 'medium'),
  ];
  const lines = commentOf([section({ risks })])
    .split('\n')
    .filter((line) => line.startsWith('- '));
  t.is(lines.length, 21);
  t.is(lines[0], '- **high** `aws_s3_bucket.b[0]`: `holds_data`, `in_production`, `reverted_drift`');
  t.is(lines[19], '- **high** `aws_s3_bucket.b[19]`: `holds_data`');
  t.is(lines[20], '- 2 more addresses');
  t.true(commentOf([section({ risks: risks.slice(0, 22) })]).endsWith('- 1 more address'));
});

test('shows text of customers as code of one line, without mention, link, HTML, marker or quick action', (t) => {
  t.is(codeSpan('a\n/close\n@acme', 100), '`a /close @acme`');
  t.is(codeSpan('`@acme` [x](https://evil.example)', 100), "`'@acme' [x](https://evil.example)`");
  t.is(codeSpan('<!-- cloud-inventory:project 1 -->', 100), '`\u2039!-- cloud-inventory:project 1 --\u203A`');
  t.is(codeSpan('a\u202Eb\0\uD800', 100), '`a b\uFFFD\uFFFD`'.replace('\uFFFD\uFFFD', '\uFFFD\uFFFD'));
  t.is(codeSpan(' \n ', 100), '`-`');
  t.is(codeSpan('x'.repeat(200), 5), '`xxxx\u2026`');
});

test('no text of a customer leaves its code span', (t) => {
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.constantFrom(
      '`',
      '``',
      '\n',
      '\r',
      '\u2028',
      '<!--',
      '-->',
      impactMarker,
      '@a',
      '/close',
      '\\',
      '|',
      '\uD800',
    ),
  );
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (left, right) => {
      const given = [...left, ...right].join('');
      const span = codeSpan(given, 100);
      t.regex(span, /^`[^`<>\p{Cc}\p{Zl}\p{Zp}]+`$/u);
      const risk = { severity: 'low', kind: given, address: given, detail: given } as const;
      const body = commentOf([
        section({ risks: [risk], applications: [given], teams: [given] }, given, given),
      ]);
      t.is(body.split('<!--').length, 3, 'the marker of the comment and the one of the section');
      t.is(body.split('\n#### ').length, 2);
    }),
    { numRuns: 200 },
  );
});

test('stays below the limit of GitHub with 500 projects, and counts what does not fit', (t) => {
  const risks = Array.from({ length: 30 }, (_, index) => ({
    severity: 'low' as const,
    kind: 'k',
    address: `${index}${'a'.repeat(1000)}`,
    detail: 'd'.repeat(1000),
  }));
  const sections = Array.from({ length: 500 }, (_, index) => section({ risks }, `p${index}`));
  const body = commentOf(sections);
  t.true(body.length < 65_536);
  const shown = body.split('\n#### ').length - 1;
  t.true(shown > 0);
  t.true(body.endsWith(`${500 - shown} more projects do not fit here.`));
  t.true(impactStatus(sections).description.length <= 140);
});
