import { first } from '../../../../domain/discovery/path.ts';
import { toJson } from '../../../../domain/discovery/to-json.ts';
import type { Json } from '../../../../domain/json.ts';
import type { EmulatedAccount } from './emulated-account.ts';
import { REGION } from './emulated-account.ts';
import type { MadeFixture } from './fixture.ts';

type Make = (aws: EmulatedAccount) => Promise<object>;

interface Described {
  /** Texts in which `{account}`, `{region}` and paths of the answer are filled in. */
  readonly id: string;
  readonly arn?: string;
  readonly name?: string;
  /** `false`: the type has no tags, or the emulator loses them. */
  readonly tags?: false;
}

/** A fixture that one call makes; `input` may make first what it needs. */
export function made(
  client: string,
  operation: string,
  input: object | Make,
  expected: Described,
): MadeFixture {
  return {
    async make(aws) {
      const given = typeof input === 'function' ? await (input as Make)(aws) : input;
      const answer = toJson(await aws.call(client, operation, given));
      const fill = (text: string): string => fillIn(text, answer, aws.awsAccountNumber);
      return {
        id: fill(expected.id),
        ...(expected.arn === undefined ? {} : { arn: fill(expected.arn) }),
        ...(expected.name === undefined ? {} : { name: fill(expected.name) }),
        ...(expected.tags === undefined ? {} : { tags: expected.tags }),
      };
    },
  };
}

function fillIn(text: string, answer: Json, awsAccountNumber: string): string {
  return text.replaceAll(/\{([^{}]+)\}/g, (_, word: string) => {
    if (word === 'account') return awsAccountNumber;
    if (word === 'region') return REGION;
    const value = first(answer, word);
    if (typeof value !== 'string')
      throw new Error(`The answer has no ${word}: ${JSON.stringify(answer).slice(0, 300)}`);
    return value;
  });
}
