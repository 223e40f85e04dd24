import { readFileSync } from 'node:fs';
import test from 'ava';
import { forms } from '../../../../domain/assistant/embedded/forms/index.ts';

const documentUrl = new URL('../../../../docs/assistant.md', import.meta.url);

test('docs/assistant.md lists every form of question with its examples', (t) => {
  const lines = readFileSync(documentUrl, 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '));
  t.true(forms.length >= 40);
  for (const { family, name, examples } of forms)
    t.true(lines.includes(`| ${family} | ${name} | ${examples.join('<br>')} |`), name);
});
