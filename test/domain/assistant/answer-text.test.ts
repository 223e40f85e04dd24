import test from 'ava';
import fc from 'fast-check';
import { AnswerText, nameLabel, numberLabel } from '../../../domain/assistant/answer-text.ts';
import { TurnReferences } from '../../../domain/assistant/turn-references.ts';
import type { TurnEvent } from '../../../domain/assistant/turn-event.ts';

const entity = (id: string, name = id) =>
  ({ type: 'resource', id, name, url: `/api/v1/resources/${id}` }) as const;

interface Filtered {
  readonly text: string;
  readonly events: readonly TurnEvent[];
  readonly answer: AnswerText;
}

/** Filters chunks with the references r1 (bucket), r2 (queue) and r3, whose name is hostile. */
function filter(chunks: readonly string[], { label = numberLabel, maximum = 1000 } = {}): Filtered {
  const references = new TurnReferences();
  references.add(entity('bucket'));
  references.add(entity('queue'));
  references.add(entity('hostile', 'x [2] https://evil.example/\u202Ea <img src=//evil.example>'));
  const answer = new AnswerText(references, label, maximum);
  const events = [...chunks.flatMap((chunk) => answer.push(chunk)), ...answer.flush()];
  return { text: answer.text, events, answer };
}

const textOf = (...chunks: readonly string[]) => filter(chunks).text;

test('replaces references by numbers in the order of their first use', (t) => {
  t.is(textOf('a [r2], b [r1], c [r2].'), 'a [1], b [2], c [1].');
  t.is(textOf('both [r1, r2] and [R1;r2]'), 'both [1][2] and [1][2]');
});

test('emits each citation once, before the text that has its number', (t) => {
  const { events, answer } = filter(['a [', 'r2', '] and [r1] and [r2].']);
  const order = events.map((event) => (event.type === 'citation' ? event.data.index : event.type));
  t.deepEqual(order, ['text.delta', 1, 2, 'text.delta', 'text.delta']);
  t.deepEqual(
    answer.citations.map(({ index, id, url }) => [index, id, url]),
    [
      [1, 'queue', '/api/v1/resources/queue'],
      [2, 'bucket', '/api/v1/resources/bucket'],
    ],
  );
});

test('drops references that no tool returned, and numbers in brackets', (t) => {
  for (const dropped of [
    '[r9]',
    '[1]',
    '[ 12 ]',
    '[r1r2]',
    '[rr1]',
    '[1,2]',
    '[\u00B9]',
    '[\uFF11]',
    '[r0]',
  ]) {
    t.is(textOf(`a${dropped}b`), 'ab', dropped);
  }
  t.is(filter(['[r9] [r8, r1] [4]']).answer.droppedReferences, 3);
});

test('keeps other text in brackets', (t) => {
  for (const text of ['[ ]', '[x]', '[r]', 'a[b', '[[', '[r1', 'list[0', '[us-east-1]', '[]', 'f(x)[a][b]'])
    t.is(textOf(text), text, text);
});

test('forms no citation around a dropped reference', (t) => {
  for (const text of ['[[r9]1]', '[1[r9]2]', '[[[r9]]1]', '[[9]1]', '[\u200B1]', '[\u{E0031}1]'])
    t.notRegex(textOf(text), /\[\d+\]/, text);
  t.notRegex(textOf(`[${' '.repeat(100)}1]`), /\[\s*\d+\]/);
});

test('replaces URLs, HTML and images', (t) => {
  const removed: readonly (readonly [string, string])[] = [
    ['see https://evil.example/?d=1 now', 'see [link removed] now'],
    ['(http://evil.example)', '([link removed])'],
    ['HTTPS:\\\\evil.example', '[link removed]'],
    ['https:evil.example', '[link removed]'],
    ['s3://bucket/key', '[link removed]'],
    ['javascript:alert(1)', '[link removed])'],
    ['mailto:a@evil.example?body=x', '[link removed]'],
    ['mailto:1@evil.example', '[link removed]'],
    ['xmpp:a@evil.example', '[link removed]'],
    ['data:text/html;base64,PHNj', '[link removed]'],
    ['data:;base64,PHNj', '[link removed]'],
    ['DATA:image/png;base64,PHNj', '[link removed]'],
    ['x<script>', 'x[link removed]'],
    ['x<img, src=//evil.example>', 'x[link removed]'],
    ['www.evil.example/x', '[link removed]'],
    ['//evil.example/x', '[link removed]'],
    ['git::https://evil.example', 'git::[link removed]'],
    ['<b>bold</b>', '[link removed]bold[link removed]'],
    ['<img src=//evil.example/a.png>', '[link removed]'],
    ['<https://evil.example>', '[link removed]'],
    ['![alt](https://evil.example/a.png)', '[link removed]'],
    ['![alt](/relative.png)', '[link removed]'],
    ['&#104;ttps', '[link removed]ttps'],
    ['h[r9]ttps://evil.example', '[link removed]'],
    ['h\u200Bttps://evil.example', '[link removed]'],
    ['[text](https://evil.example)', '[text] ([link removed])'],
    ['[text](evil.example)', '[text] (evil.example)'],
    ['[r1](evil.example)', '[1] (evil.example)'],
    ['[a]: evil.example', '[a] : evil.example'],
  ];
  for (const [text, expected] of removed) t.is(textOf(text), expected, text);
  t.is(filter(['<b> https://a.example ![x](y)']).answer.removedLinks, 3);
});

test('keeps names, paths, ARNs, times and comparisons', (t) => {
  for (const text of [
    'arn:aws:s3:::logs/key',
    '10:30:00Z, 2026-05-01T10:00:00Z',
    'db.abc.eu-west-1.rds.amazonaws.com:5432',
    'github.com/org/repository//modules/vpc',
    'a < b & c > d; R&D; 1 <2',
    'key: value; http: yes; port http:80; data: none; data.aws_ami.x',
    'alice@example.com',
    'tag data:classification, data:team/shop and data:1',
    'Map<string, number>, Set<string> and Record<K, V>',
    'module.a["x"].aws_instance.b[0',
    'Wait! [text]',
  ])
    t.is(textOf(text), text, text);
});

test('separates an unclosed tag or image from its opening', (t) => {
  t.is(textOf('<img src=x onerror=y'), '< img src=x onerror=y');
  t.is(textOf('<a <b> ![x](y'), '< a [link removed] ! [x] (y');
  t.is(textOf(`<a ${'x'.repeat(2000)}`).slice(0, 4), '< a ');
});

test('writes the name of a cited record for a model that receives no names', (t) => {
  t.is(filter(['[r1] depends on [r2].'], { label: nameLabel }).text, 'bucket [1] depends on queue [2].');
  const { text } = filter(['[r3]!'], { label: nameLabel });
  t.is(text, 'x 2 [link removed] [link removed] [1]!');
});

test('removes invisible characters, and keeps line feeds and whole surrogate pairs', (t) => {
  t.is(textOf('a\u202Eb\u200Bc\u{E0041}d\u0007e\nf\tg\r'), 'abcde\nf\tg');
  t.is(textOf('\uD83D', '\uDE00'), '\u{1F600}');
  t.is(textOf('a\uD83D'), 'a');
});

test('cuts the text at the maximum, without half of a citation', (t) => {
  const { text, answer } = filter(['abcdefg[r1] more'], { maximum: 9 });
  t.is(text, 'abcdefg');
  t.true(answer.isCut);
  t.deepEqual(answer.citations, []);
});

test('appends a paragraph after the maximum', (t) => {
  const { answer } = filter(['abcdefghijkl'], { maximum: 5 });
  answer.append('Cut. https://evil.example');
  t.is(answer.text, 'abcde\n\nCut. [link removed]');
});

test('the text does not depend on the division into chunks', (t) => {
  const unit = fc.constantFrom(
    '[',
    ']',
    'r',
    '1',
    '9',
    ' ',
    ',',
    '<',
    '>',
    '!',
    '(',
    ')',
    ':',
    '/',
    '\\',
    'h',
    'https',
    'www.',
    '&',
    '#',
    ';',
    '\n',
    'x',
    '\u{1F600}',
    '\u200B',
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), fc.infiniteStream(fc.nat(5)), (units, sizes) => {
      const text = units.join('');
      const chunks: string[] = [];
      for (let start = 0; start < text.length;) {
        const size = sizes.next().value + 1;
        chunks.push(text.slice(start, start + size));
        start += size;
      }
      const whole = filter([text]);
      const divided = filter(chunks);
      t.is(divided.text, whole.text);
      t.deepEqual(divided.answer.citations, whole.answer.citations);
      t.notRegex(whole.text, /(?<![\w.+-])https?:[^\s\d]|[a-z0-9+.-]:[/\\]{2}|<[a-z]|\]\(/i);
      for (const [, digits] of whole.text.matchAll(/\[(\d+)\]/g))
        t.true(whole.answer.citations.some(({ index }) => index === Number(digits)));
    }),
    { numRuns: 500 },
  );
});

test('the time of the filters grows linearly with hostile text', (t) => {
  const units = [
    '[',
    '<a',
    '![',
    '![a](',
    '&#',
    'h',
    'https:',
    'www',
    '/',
    '[r9',
    '[[r9]',
    '<![',
    'a:/',
    '\u200B[',
  ];
  const timeOf = (text: string) => {
    const before = process.cpuUsage();
    filter([text], { maximum: 10_000_000 });
    return process.cpuUsage(before).user / 1000;
  };
  for (const unit of units) {
    const short = Math.min(...[1, 2, 3].map(() => timeOf(unit.repeat(500))));
    const long = Math.min(...[1, 2, 3].map(() => timeOf(unit.repeat(8000))));
    t.true(long <= 64 * Math.max(short, 1), `${unit}: ${short} ms, ${long} ms`);
  }
});
