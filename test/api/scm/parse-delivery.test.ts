import test from 'ava';
import fc from 'fast-check';
import { run as parseDelivery } from '../../../api/scm/parse-delivery.ts';
import type { Json } from '../../../domain/json/json.ts';
import { readGithubDelivery, readGitlabDelivery } from '../../../domain/scm/read-delivery.ts';

const scalar = fc.oneof(
  fc.nat(50),
  fc.constantFrom(null, true, -1, 1.5, 'acme', 'User', 'refs/heads/main', 'push', 'created', 'write'),
);
const name = fc.constantFrom('id', 'iid', 'login', 'slug', 'type', 'target_project_id', 'other', '__proto__');
const small = fc.dictionary(name, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })));
/** A delivery with the fields that are read, in every kind of value, and others. */
const delivery = fc.record(
  {
    action: fc.oneof(fc.constantFrom('created', 'deleted', 'renamed'), scalar),
    ref: scalar,
    number: scalar,
    project_id: scalar,
    object_kind: fc.oneof(fc.constantFrom('push', 'merge_request'), scalar),
    event_name: fc.constantFrom('push', 'project_create'),
    repository: fc.oneof(small, scalar, fc.array(small, { maxLength: 2 })),
    project: fc.oneof(small, scalar),
    sender: small,
    object_attributes: fc.oneof(small, scalar),
    installation: fc.record(
      {
        id: scalar,
        account: fc.oneof(
          fc.record({ id: fc.nat(9), login: fc.constant('acme'), type: fc.constant('User') }),
          small,
          scalar,
        ),
        permissions: fc.oneof(fc.dictionary(fc.constantFrom('contents', '__proto__', 'b'), scalar), scalar),
      },
      { requiredKeys: [] },
    ),
    commits: fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

test('reads every delivery as JSON.parse does', (t) => {
  const event = fc.constantFrom('push', 'pull_request', 'installation', 'repository', 'other');
  fc.assert(
    fc.property(delivery, event, (value, named) => {
      const body = Buffer.from(JSON.stringify(value));
      const payload = JSON.parse(body.toString()) as Json;
      t.deepEqual(
        parseDelivery({ provider: 'github', event: named, body }),
        readGithubDelivery(named, payload),
      );
      const gitlab = { deleted: false, effects: readGitlabDelivery(payload) };
      t.deepEqual(parseDelivery({ provider: 'gitlab', event: named, body }), gitlab);
    }),
    { numRuns: 1000 },
  );
});

test('reads the last of a repeated field, and skips the values of others', (t) => {
  const read = (text: string) =>
    parseDelivery({ provider: 'github', event: 'push', body: Buffer.from(text, 'utf8') });
  const effects = [{ kind: 'push', external_id: '7', branch: 'main' }];
  const push = '"repository":{"id":1,"id":7},"ref":"refs/heads/other","ref":"refs/heads/main"';
  t.deepEqual(read(`{${push}}`), { deleted: false, effects });
  t.deepEqual(read(`{"commits":[${'[],'.repeat(500_000)}1],${push}}`), { deleted: false, effects });
  t.deepEqual(read(`{${push},"ref":null}`), { deleted: false, effects: [] });
});

test('does not read a delivery that is nested too deeply', (t) => {
  const read = (levels: number) =>
    parseDelivery({
      provider: 'github',
      event: 'push',
      body: Buffer.from(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`),
    });
  t.deepEqual(read(900), { deleted: false, effects: [] });
  t.is(read(1000), 'too_deep');
  t.is(read(1_000_000), 'too_deep');
});
