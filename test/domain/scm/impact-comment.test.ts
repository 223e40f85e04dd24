import test from 'ava';
import fc from 'fast-check';
import { impactComment, impactMarker } from '../../../domain/scm/impact-comment.ts';
import { codeSpan } from '../../../domain/scm/markdown.ts';
import { impactStatus } from '../../../domain/scm/plan-impact.ts';
import type { ImpactSection, PlanImpact } from '../../../domain/scm/plan-impact.ts';

const noImpact: PlanImpact = {
  counts: { create: 0, update: 0, replace: 0, delete: 0, import: 0, forget: 0 },
  unmapped: 0,
  risks: [],
  applications: [],
  teams: [],
};

const section = (impact: Partial<PlanImpact> = {}, projectPath = 'prod'): ImpactSection => ({
  projectId: '0195a1b2-0000-7000-8000-000000000001',
  projectPath,
  commitSha: 'abcdef0123456789',
  impact: { ...noImpact, ...impact },
});

test('has a section a project with counts, owners and risks', (t) => {
  const impact: Partial<PlanImpact> = {
    counts: { ...noImpact.counts, create: 2, delete: 1 },
    unmapped: 3,
    applications: ['Shop'],
    teams: ['Core'],
    risks: [{ severity: 'high', kind: 'holds_data', address: 'aws_db_instance.main', detail: 'deletes it' }],
  };
  t.is(
    impactComment([section(impact)]),
    `${impactMarker}

### Impact on the cloud inventory

<!-- cloud-inventory:project 0195a1b2-0000-7000-8000-000000000001 -->
#### \`prod\`

Plan of \`abcdef01\`: 2 to create, 1 to delete.

Changes of resources that are not in the inventory: 3.

Applications: \`Shop\`.

Teams: \`Core\`.

- **high** \`holds_data\` \`aws_db_instance.main\`: \`deletes it\``,
  );
  t.deepEqual(impactStatus([section(impact), section()]), {
    state: 'failure',
    description: '2 projects: 2 to create, 1 to delete; 1 high risk',
  });
  t.deepEqual(impactStatus([section()]), { state: 'success', description: '1 project: no changes' });
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
    fc.string({ unit: 'binary' }),
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
      const body = impactComment([section({ risks: [risk], applications: [given], teams: [given] }, given)]);
      t.is(body.split('<!--').length, 3, 'the marker of the comment and the one of the section');
      t.is(body.split('\n#### ').length, 2);
    }),
    { numRuns: 200 },
  );
});

test('stays below the limit of GitHub with 500 projects, and counts what does not fit', (t) => {
  const risk = { severity: 'low', kind: 'k', address: 'a'.repeat(1000), detail: 'd'.repeat(1000) } as const;
  const sections = Array.from({ length: 500 }, (_, index) =>
    section({ risks: Array.from({ length: 30 }, () => risk) }, `p${index}`),
  );
  const body = impactComment(sections);
  t.true(body.length < 65_536);
  const shown = body.split('\n#### ').length - 1;
  t.true(shown > 0);
  t.true(body.endsWith(`${500 - shown} more projects do not fit here.`));
  t.true(impactStatus(sections).description.length <= 140);
});
