import { first } from '../../../../domain/discovery/path.ts';
import { toJson } from '../../../../domain/discovery/to-json.ts';
import type { Json } from '../../../../domain/json.ts';
import type { EmulatedAccount } from './emulated-account.ts';
import { REGION } from './emulated-account.ts';
import type { MadeFixture } from './fixture.ts';

type Make = (aws: EmulatedAccount) => Promise<object>;

interface Described {
  /** Templates with `{account}`, `{region}` and `{<path in the response>}`. */
  readonly id: string;
  readonly arn?: string;
  readonly name?: string;
  /** `false`: the type has no tags, or the emulator does not store them. */
  readonly tags?: false;
}

/** A fixture that one call creates. As a function, `input` can first create other resources. */
export function made(
  client: string,
  operation: string,
  input: object | Make,
  expected: Described,
): MadeFixture {
  return {
    async make(aws) {
      const given = typeof input === 'function' ? await (input as Make)(aws) : input;
      const response = toJson(await aws.call(client, operation, given));
      const fill = (text: string): string => fillIn(text, response, aws.awsAccountNumber);
      return {
        id: fill(expected.id),
        ...(expected.arn === undefined ? {} : { arn: fill(expected.arn) }),
        ...(expected.name === undefined ? {} : { name: fill(expected.name) }),
        ...(expected.tags === undefined ? {} : { tags: expected.tags }),
      };
    },
  };
}

function fillIn(text: string, response: Json, awsAccountNumber: string): string {
  return text.replaceAll(/\{([^{}]+)\}/g, (_, word: string) => {
    if (word === 'account') return awsAccountNumber;
    if (word === 'region') return REGION;
    const value = first(response, word);
    if (typeof value !== 'string')
      throw new Error(`The response has no ${word}: ${JSON.stringify(response).slice(0, 300)}`);
    return value;
  });
}
