import test from 'ava';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { okResponse } from '../../../support/assistant/sample-responses.ts';

/** A queue as tools return it in the data mode `schema_only`. */
const hidden: JsonObject = {
  ref: 'r1',
  type: 'resource',
  resource_type: 'AWS::SQS::Queue',
  region: 'eu-west-1',
  status: 'active',
  management_state: 'managed',
};

function answerTo(question: string, rows: readonly JsonObject[] = [hidden]): string {
  return runEmbedded(question, ({ name }) =>
    okResponse(
      name === 'get_resource' ? { rows: [hidden], total: 1 } : { rows: [...rows], total: rows.length },
    ),
  ).answer;
}

for (const [question, property] of [
  ['Tags of r1', 'tags'],
  ['Is r1 tagged with a=1?', 'tags'],
  ['Which account is r1 in?', 'account'],
] as const)
  test(`"${question}" without texts says that the data mode hides the ${property}`, (t) => {
    t.is(answerTo(question), `The data mode \`schema_only\` does not share the ${property} of [r1].`);
  });

test('a resource without texts is shown without account and tags', (t) => {
  const answer = answerTo('Show r1');
  t.regex(answer, /- region: eu-west-1\n- status: active/);
  t.regex(answer, /does not share the account and tags of \[r1\]/);
  t.notRegex(answer, /no tags|account:/);
});

test('an owner without a name is a user', (t) => {
  const owner = { ref: 'r1', type: 'resource', relation: 'owner', owner_kind: 'user', source: 'application' };
  t.is(answerTo('Who owns r1?', [owner]), '[r1] is owned by a user (by application).');
  const team = { ...owner, ref: 'r2', type: 'team', owner_kind: 'team' };
  t.is(answerTo('Who owns r1?', [team]), '[r1] is owned by [r2] (team, by application).');
});

test('a node outside of the inventory without a name is not the resource of the question', (t) => {
  const key = {
    ref: 'r1',
    type: 'resource',
    resource_type: 'AWS::KMS::Key',
    in_inventory: false,
    fails: true,
  };
  for (const question of ['What does r1 use?', 'What is related to r1?', 'What breaks without r1?'])
    t.regex(
      answerTo(question, [key]),
      /\n- a record outside of the inventory: KMS key, not in the inventory$/,
    );
});
