import { pageThrough } from '../../../activities/discovery/aws/page-through.ts';
import type { AwsRequest } from '../../../clients/aws/aws-caller.ts';
import type { PageRule } from '../../../domain/discovery/declaration/collector.ts';
import { setOwn } from '../../../domain/json/path.ts';
import type { MutableJson } from '../../../domain/json/json.ts';
import { reach } from './report.ts';
import type { Report } from './report.ts';
import { memberNames } from './model-shape.ts';
import type { ModelShape } from './model-shape.ts';
import type { ModelOperation } from './read-sdk-client.ts';

/** Output members that can hold the token of the next page. */
const tokenName = /token|marker|^position$/i;

/**
 * Reads two pages of a list call with the engine: the first response has every token of the model. Reports a list that would
 * end at its first page, and a token that the operation does not take.
 */
export async function checkPages(
  part: string,
  operation: ModelOperation,
  rule: PageRule | false | undefined,
  report: Report,
): Promise<void> {
  const { input } = operation;
  if (rule !== undefined && rule !== false) checkRule(part, operation, rule, report);
  const token = operation.paginator?.outputToken ?? undeclaredToken(operation);
  const required = nextInput(operation, token);
  if (token === undefined || required === undefined) return;
  const second = await secondInput(operation, token, rule);
  if (second === undefined)
    return report(part, `the output has the page token ${token}, but the engine reads one page only`);
  if (input.kind === 'structure')
    for (const key of Object.keys(second))
      if (!input.members.has(key))
        report(part, `the engine sends ${key}, but ${input.name} has only ${memberNames(input)}`);
  if (!Object.hasOwn(second, required))
    report(part, `the engine sends ${Object.keys(second).join(', ')}, but the next page needs ${required}`);
}

/** Whether a call returns its result in pages, of which a detail call reads the first. */
export function isPaged(operation: ModelOperation): boolean {
  return (operation.paginator?.outputToken ?? undeclaredToken(operation)) !== undefined;
}

/** Returns the token of an operation without a paginator: an output member that the input has too, or its start. */
function undeclaredToken({ input, output }: ModelOperation): string | undefined {
  if (input.kind !== 'structure' || output.kind !== 'structure') return undefined;
  return [...output.members.keys()].find(
    (name) => tokenName.test(name) && input.members.has(inputName(name)) && isText(output, name),
  );
}

function inputName(token: string): string {
  return token.replace(/^[Nn]ext(?=Marker|ContinuationToken)/, '');
}

function isText(shape: ModelShape, name: string): boolean {
  return shape.kind === 'structure' && shape.members.get(name)?.shape().kind === 'text';
}

function nextInput(operation: ModelOperation, token: string | undefined): string | undefined {
  return operation.paginator?.inputToken ?? (token === undefined ? undefined : inputName(token));
}

/** Returns what the engine adds to the input of the second page, or `undefined` if it reads one page. */
async function secondInput(
  operation: ModelOperation,
  token: string,
  rule: PageRule | false | undefined,
): Promise<object | undefined> {
  const requests: object[] = [];
  const call = (request: AwsRequest): Promise<object> => {
    requests.push(request.input ?? {});
    return Promise.resolve(requests.length === 1 ? firstResponse(operation, token, rule) : {});
  };
  const pages = pageThrough(
    { call },
    { client: 'model', region: 'eu-west-1', operation: operation.name, input: {} },
    rule,
  );
  let read = 0;
  for await (const _ of pages) read += 1;
  return read === 1 ? undefined : requests[1];
}

/** A response with the token, the flags of a truncated response, and the values that a page rule reads. */
function firstResponse(operation: ModelOperation, token: string, rule: PageRule | false | undefined): object {
  const response: { [key: string]: MutableJson } = {};
  const paths = [token, ...(rule ? Object.values(rule.tokens) : [])];
  for (const path of paths) setAt(response, path, 'next-page');
  if (rule && rule.more !== undefined) setAt(response, rule.more, true);
  const { output } = operation;
  if (output.kind === 'structure')
    for (const flag of ['IsTruncated', 'Truncated', 'HasMoreResults', 'HasMoreStreams'])
      if (output.members.get(flag)?.shape().kind === 'boolean') response[flag] = true;
  return response;
}

/** Sets a value at a path of keys; `[]` in the path makes an array of one element. */
function setAt(root: { [key: string]: MutableJson }, path: string, value: MutableJson): void {
  const [key = '', ...rest] = path.split('.');
  const name = key.replace('[]', '');
  if (rest.length === 0) return setOwn(root, name, key.endsWith('[]') ? [value] : value);
  const known = root[name];
  const holder = Array.isArray(known) ? known[0] : known;
  const inner = holder !== null && typeof holder === 'object' && !Array.isArray(holder) ? holder : {};
  setAt(inner, rest.join('.'), value);
  setOwn(root, name, key.endsWith('[]') ? [inner] : inner);
}

function checkRule(part: string, { input, output }: ModelOperation, rule: PageRule, report: Report): void {
  for (const [name, path] of Object.entries(rule.tokens)) {
    reach(`${part} page`, name, input, report);
    reach(`${part} page`, path, output, report);
  }
  if (rule.more !== undefined) reach(`${part} page`, rule.more, output, report);
}
