import test from 'ava';
import type { MutableJson } from '../../../domain/json/json.ts';
import { markCredentialPatterns, redactByNameAndPattern } from '../../../domain/secrets/redact-secrets.ts';
import type { SecretMarker } from '../../../domain/secrets/redact-secrets.ts';
import { credentialSamples } from '../../support/secrets/credential-samples.ts';
import type { CredentialSample } from '../../support/secrets/credential-samples.ts';

const marker: SecretMarker = {
  mark: () => '(sensitive)',
  beginsWithMark: (text) => text.startsWith('(sensitive)'),
};
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

/** The forms in which a sample can occur: texts, and members of objects. */
function formsOf({
  service,
  secret,
  text,
}: CredentialSample): readonly (string | { [key: string]: MutableJson })[] {
  if (service === undefined) return [text, { V: text }, `# settings\nV=${text}\n`, { List: [text] }];
  const name = service.toUpperCase().replaceAll('-', '_');
  return [
    `${service} = "${secret}"`,
    `export ${name}_VALUE=${secret}`,
    `${service}:\n  ${service}_value: ${secret}\n`,
    `{"${service}Value":"${secret}","a":1}`,
    `client.set("${service}", "${secret}")`,
    { [name]: secret },
    { Environment: { [`${name}_VALUE`]: secret } },
  ];
}

function redacted(form: string | { [key: string]: MutableJson }): string {
  if (typeof form === 'string') return markCredentialPatterns(form, marker);
  const copy = structuredClone(form);
  redactByNameAndPattern(copy, marker);
  return JSON.stringify(copy);
}

test('finds made credentials of every rule of the public list, in every form', (t) => {
  const missed = new Set<string>();
  for (const seed of seeds)
    for (const sample of credentialSamples(seed))
      for (const form of formsOf(sample))
        if (redacted(form).includes(sample.secret))
          missed.add(`${sample.rule} in ${JSON.stringify(form).slice(0, 160)}`);
  const rules = new Set(credentialSamples(1).map(({ rule }) => rule));
  const missedRules = new Set([...missed].map((line) => line.split(' ')[0]));
  t.log(`recall: ${rules.size - missedRules.size} of ${rules.size} rules`);
  t.deepEqual([...missed], []);
});
