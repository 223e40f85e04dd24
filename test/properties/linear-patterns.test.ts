import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { parse } from 'acorn';
import { full } from 'acorn-walk';
import test from 'ava';
import { redactCredentialPatterns } from '../../domain/secrets/redact-secrets.ts';
import { isSecretKey } from '../../domain/secrets/secret-keys.ts';

/** The rooms whose patterns see text of customers. */
const rooms = ['activities', 'api', 'clients', 'commands', 'db', 'domain', 'runtime', 'worker', 'workflows'];
const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Every regular expression literal of the product, by its source text. */
function findPatterns(): ReadonlyMap<string, string> {
  const patterns = new Map<string, string>();
  for (const room of rooms) {
    const folder = path.join(projectFolder, room);
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const program = parse(stripTypeScriptTypes(readFileSync(path.join(folder, file), 'utf8')), {
        ecmaVersion: 'latest',
        sourceType: 'module',
      });
      full(program, (node) => {
        if ('regex' in node && 'raw' in node) patterns.set(String(node.raw), `${room}/${file}`);
      });
    }
  }
  return patterns;
}

/** Texts without special meaning in a pattern, such as `eyJ` or `PRIVATE KEY`. */
function literalsOf(source: string): readonly string[] {
  const plain = source
    .replaceAll(/\\[a-zA-Z]|\[[^\]]*\]|\{\d*,?\d*\}|\(\?<?[:=!]/g, '\n')
    .replaceAll('\\', '');
  return plain.split(/[\n()|?*+^$.]+/).filter((text) => text !== '');
}

const samples = ['a', 'A', '0', '_', '-', '.', ' ', '/', ':', '=', '"', '@', '}', '\n', '\ud800'];

/** Texts that repeat what the pattern looks for, with an ending that it does not expect, by their length. */
function hostileTexts(source: string): readonly ((length: number) => string)[] {
  const units = [...new Set([...literalsOf(source), ...samples])];
  return units.flatMap((first, index) => [
    // `ab` repeated contains `ba` repeated.
    ...units.slice(index).map((second) => (length: number) => {
      const unit = first === second ? first : first + second;
      return `${unit.repeat(length / unit.length)}\u0001`;
    }),
    ...samples.map((sample) => (length: number) => `${first}${sample.repeat(length)}\u0001`),
    ...samples.map((sample) => (length: number) => `${sample.repeat(length)}${first}\u0001`),
  ]);
}

/** The least CPU time of three runs, in milliseconds. Unlike elapsed time, it does not depend on other processes. */
function cpuMillisecondsOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    work();
    least = Math.min(least, process.cpuUsage(before).user / 1000);
    if (least < tooShortMs) return least;
  }
  return least;
}

/** A shorter time is not measured reliably. */
const tooShortMs = 4;
const shortLength = 1_000;
const growth = 16;

/**
 * Whether 16 times the text takes more than 64 times as long: linear time takes 16 times, quadratic time 256 times. A
 * suspicion is confirmed with texts of twice the length.
 */
function growsFasterThanLinear(work: (text: string) => unknown, textOf: (length: number) => string): boolean {
  return [1, 2].every((factor) => {
    const longText = textOf(factor * growth * shortLength);
    // Elapsed time is at least the CPU time, and reading it is much cheaper.
    const started = performance.now();
    work(longText);
    if (performance.now() - started < tooShortMs) return false;
    const long = cpuMillisecondsOf(() => work(longText));
    if (long < tooShortMs) return false;
    const shortText = textOf(factor * shortLength);
    const short = cpuMillisecondsOf(() => work(shortText));
    return long > 4 * growth * Math.max(short, tooShortMs / growth);
  });
}

test('the time of every pattern grows linearly with hostile text', (t) => {
  const patterns = findPatterns();
  t.true(patterns.size > 30, 'finds the patterns');
  const slow: string[] = [];
  for (const [literal, file] of patterns) {
    const end = literal.lastIndexOf('/');
    const source = literal.slice(1, end);
    const pattern = new RegExp(source, `${literal.slice(end + 1).replace('g', '')}g`);
    const hostile = hostileTexts(source).find((textOf) =>
      growsFasterThanLinear((text) => text.replaceAll(pattern, ''), textOf),
    );
    if (hostile !== undefined) slow.push(`${file}: ${literal} on ${JSON.stringify(hostile(60))}`);
  }
  t.deepEqual(slow, []);
});

test('the time of redaction grows linearly with hostile text', (t) => {
  const hash = () => '0'.repeat(64);
  const units = [
    'eyJ-',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----',
    '-----END ',
    'a://b:c',
    'token=',
    '"token":"',
    'A',
    'aA',
    'token: |\n ',
    'token:\n- ',
    'tokens: [',
    "token='",
    'token=\\"',
    '--token ',
    'codecov=',
    'codecov,',
    'name: token\n',
    'kind: Secret\ndata:\n',
    '<token>',
    'a://b:c@d/',
  ];
  for (const unit of units) {
    for (const ending of ['', '.aaaaaaaa', '.aaaaaaaa.', '@', '"']) {
      const textOf = (length: number) => unit.repeat((4 * length) / unit.length) + ending;
      const isSlow = [isSecretKey, (text: string) => redactCredentialPatterns(text, hash)].some((work) =>
        growsFasterThanLinear(work, textOf),
      );
      t.false(isSlow, unit + ending);
    }
  }
});
