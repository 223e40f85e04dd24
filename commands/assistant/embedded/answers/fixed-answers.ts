import type { Cue } from '../../../../domain/assistant/embedded/cue-words.ts';
import { embeddedModelName } from '../../../../domain/assistant/embedded/model-name.ts';

/** Examples of questions, by family. Help shows all, a refusal the first three. */
export const exampleQuestions = [
  'How many SQS queues are in eu-west-1?',
  'Who owns orders-production?',
  'What changed in the last 24 hours?',
  'Which buckets have no owner?',
  'Queues by region',
  'Which account has the most resources?',
  'What depends on orders-production?',
  'Which code manages orders-production?',
  'Which databases are not encrypted?',
  'What will the last plan delete?',
  'How fresh is the data?',
] as const;

export const helpAnswer = [
  `This is ${embeddedModelName}, the embedded model. It answers questions in English about the inventory such as:`,
  ...exampleQuestions.map((example) => `- ${example}`),
  'Join up to three questions with "and", and ask on: "and in staging?", "who owns those?", "the first one". Names with spaces or common words need quotes. Times are UTC.',
].join('\n');

export const modelAnswer = `This is ${embeddedModelName}, the embedded model: tables and rules for questions about the inventory, no language model. Ask "help" for examples.`;
export const greetingAnswer =
  'Hello. Ask about the resources, owners, code or changes of the inventory, for example "How many queues are in eu-west-1?".';
export const thanksAnswer = 'You are welcome.';

/** Says that a question was not understood, and which words. */
export function refusalAnswer(words: readonly string[] = []): string {
  const unknown =
    words.length === 0
      ? ''
      : ` These words are not known: ${words
          .slice(0, 5)
          .map((word) => `"${word.slice(0, 60)}"`)
          .join(', ')}.`;
  return [
    `The question was not understood.${unknown} This is ${embeddedModelName}, the embedded model, which understands questions such as:`,
    ...exampleQuestions.slice(0, 3).map((example) => `- ${example}`),
    'Ask "help" for more.',
  ].join('\n');
}

/** Before the parts of a question that an answer leaves out. */
export const leftOutLead = 'Not taken into account: ';

/** Says which part of a question no reading uses. */
export function leftOutAnswer(texts: readonly string[]): string {
  const parts = texts.slice(0, 5).map((text) => `"${text.slice(0, 60)}"`);
  return `The question was not understood as a whole: no answer takes ${parts.join(', ')} into account together with the rest. Ask without it, or in two questions.`;
}

export const readOnlyAnswer =
  'The assistant is read-only: it answers questions and cannot create, change, run or delete anything, in AWS or here.';

/** What the inventory does not have, by the cue that asks for it. */
export const declinedCues: Readonly<Partial<Record<Cue, string>>> = {
  cost: 'The inventory has no data about cost, prices or billing, so it cannot answer this.',
  metrics:
    'The inventory has no metrics, logs, alarms or health of running systems (runtime data), so it cannot answer this; it knows resources, their configuration, owners, code and changes.',
  usage:
    'The inventory has no data about usage or traffic, so it cannot say which resources are unused or idle.',
  mfa: 'The inventory does not read MFA devices, passwords or logins of users, so it cannot answer this.',
  secretvalue: 'The inventory does not store values of secrets or passwords, so it cannot show them.',
  compliance:
    'The inventory makes no statement about compliance or vulnerabilities; ask about single settings, for example "which databases are not encrypted".',
  scope:
    'This assistant knows the AWS resources of the inventory, their owners, code and changes, and nothing else, so it is not the place for this question.',
  future: 'The inventory knows the present and the past only, and makes no forecasts.',
};

/** Verbs at the beginning of a command. */
export const commandVerbs: ReadonlySet<string> = new Set(
  (
    'bump raise lower increase decrease extend shorten turn switch delete remove destroy terminate create add update modify change stop start restart reboot apply tag untag scale deploy ' +
    'redeploy rotate fix disable enable attach detach assign unassign rename move kill drop purge empty merge approve reject ' +
    'rerun retry trigger launch provision set reset resize upgrade downgrade patch install import make put write send notify ' +
    'grant revoke encrypt open close block unblock invite archive mute ignore schedule cancel rollback migrate run execute drain flush'
  ).split(' '),
);

export const onCallAnswer =
  'The inventory has no on-call rotations, so it does not know who is on call; it knows owners: ask "who owns" a resource or an application.';
