import test from 'ava';
import { rankSections } from '../../../domain/assistant/documentation/rank-sections.ts';
import { sectionText } from '../../../domain/assistant/documentation/section-text.ts';
import { splitPage } from '../../../domain/assistant/documentation/split-page.ts';

const page = `# Discovery

How accounts are read.

## Connect an account

Create the role.

\`\`\`sh
# no heading
\`\`\`

## Empty

### Rate limits, \`retries\`

Throttled calls are retried.
`;

test('splits a page at its headings, but not in code blocks', (t) => {
  t.deepEqual(
    splitPage(page).map(({ title, heading, fragment }) => [title, heading, fragment]),
    [
      ['Discovery', 'Discovery', ''],
      ['Discovery', 'Connect an account', 'connect-an-account'],
      ['Discovery', 'Rate limits, retries', 'rate-limits-retries'],
    ],
  );
  t.true(splitPage(page)[1]?.text.includes('# no heading'));
  t.deepEqual(splitPage(''), []);
});

test('ranks sections by their words, headings first, in other forms of the words', (t) => {
  const sections = splitPage(page).map((section) => ({ ...section, id: section.heading, url: '' }));
  const best = (question: string) => rankSections(sections, question)[0]?.heading;
  t.is(best('how do I connect accounts?'), 'Connect an account');
  t.is(best('connecting an AWS account'), 'Connect an account');
  t.is(best('what happens with a throttled call'), 'Rate limits, retries');
  t.is(best('how do I do this?'), undefined);
  t.is(best('kubernetes'), undefined);
});

test('the text of a section is split between words, and cut', (t) => {
  t.deepEqual(sectionText('One\ntwo.\n\n- a\n- b\n\n\n'), ['One two.', '- a', '- b']);
  const long = sectionText('word '.repeat(2000));
  t.is(long.length, 12);
  t.true(long.every((text) => text.length <= 256 && !/^\s|\s$/.test(text)));
});
