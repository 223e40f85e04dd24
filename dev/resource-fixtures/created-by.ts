import { first } from '../../domain/json/path.ts';
import { toJson } from '../../domain/json/to-json.ts';
import type { Json } from '../../domain/json/json.ts';
import type { EmulatedAccount } from './emulated-account.ts';
import { REGION } from './emulated-account.ts';
import type { EmulatedFixture } from './fixture.ts';

type InputOf = (aws: EmulatedAccount) => Promise<object>;

/** Templates in which `{account}`, `{region}` and `{<path in the response>}` are replaced. */
interface ExpectedTemplates {
  readonly id: string;
  readonly arn?: string;
  readonly name?: string;
  /** `false`: the type has no tags, or the emulator does not store them. */
  readonly tags?: false;
}

/** A fixture that one call creates. A function as `input` can first create resources that the call needs. */
export function createdBy(
  client: string,
  operation: string,
  input: object | InputOf,
  expected: ExpectedTemplates,
): EmulatedFixture {
  return {
    async create(aws) {
      const body = typeof input === 'function' ? await (input as InputOf)(aws) : input;
      const response = toJson(await aws.call(client, operation, body));
      const fill = (template: string): string => fillIn(template, response, aws.awsAccountNumber);
      return {
        id: fill(expected.id),
        ...(expected.arn === undefined ? {} : { arn: fill(expected.arn) }),
        ...(expected.name === undefined ? {} : { name: fill(expected.name) }),
        ...(expected.tags === undefined ? {} : { tags: expected.tags }),
      };
    },
  };
}

function fillIn(template: string, response: Json, awsAccountNumber: string): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, path: string) => {
    if (path === 'account') return awsAccountNumber;
    if (path === 'region') return REGION;
    const value = first(response, path);
    if (typeof value !== 'string')
      throw new Error(`The response has no ${path}: ${JSON.stringify(response).slice(0, 300)}`);
    return value;
  });
}
