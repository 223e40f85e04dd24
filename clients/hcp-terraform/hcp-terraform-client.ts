import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'undici';
import { defined } from '../../domain/defined.ts';
import type { Json } from '../../domain/json/json.ts';
import { objectOf } from '../../domain/json/json.ts';
import { storableText } from '../../domain/text/storable.ts';
import { answerLimits } from '../answer-limits.ts';
import { AnswerBudget } from '../scm/answer-budget.ts';
import { countJsonValues } from '../scm/count-json-values.ts';
import { limitedField, limitedPage } from '../scm/limited-field.ts';
import { readCapped } from '../scm/read-capped.ts';
import { retryAfterOf } from '../scm/retry-after.ts';
import type { SafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';

/** A workspace of HCP Terraform or Terraform Enterprise. */
export interface HcpWorkspace {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Full name of the repository that the workspace is connected to. */
  readonly repository?: string;
  /** Relative to the root of the repository; `.` is the root. */
  readonly directory: string;
}

/** The current state of a workspace: `none` when it has never been applied. */
export type HcpState =
  | { readonly status: 'none' }
  | {
      readonly status: 'found';
      readonly id: string;
      readonly createdAt: Date | undefined;
      readonly bytes: number | undefined;
      readonly download: () => AsyncGenerator<Uint8Array, void, undefined>;
    };

/** The requests of one operation. Every method throws ScmError, `too_large` beyond {@link answerLimits}. */
export interface HcpTerraformClient {
  /** @throws ScmError `token_refused`, `not_found` when the token does not see the organization */
  checkOrganization(): Promise<void>;
  /** Lists the workspaces that the token sees, 100 a page. The first page is 1. */
  listWorkspaces(
    page: number,
  ): Promise<{ readonly items: readonly HcpWorkspace[]; readonly nextPage?: number }>;
  /** @throws ScmError `not_found` when the token does not see the workspace or its state */
  findState(workspaceId: string): Promise<HcpState>;
}

export interface HcpTerraformAccess {
  /** Of the API, with a port when it is not 443. The token is sent to it and to no other. */
  readonly hostname: string;
  readonly organization: string;
  readonly token: string;
  readonly safeFetch: SafeFetch;
  /** Waits until the next request may be sent. */
  readonly takeTurn: () => Promise<void>;
  /** Counts the requests and the JSON of the operation. States have their own limit. Default: one of the client. */
  readonly budget?: AnswerBudget;
}

type Access = Required<HcpTerraformAccess>;

const provider = 'HCP Terraform';
const { pageBytes, pageValues } = answerLimits.hcpTerraform;
const timeoutMs = 20_000;
const downloadMs = 2 * 60_000;
const idPattern = /^[\w-]{1,100}$/;
const maximumRedirects = 3;
/** Attempts of a request that is limited, and the longest wait between two of them. */
const maximumAttempts = 5;
const maximumWaitMs = 10_000;

/** Source of the paths and fields: developer.hashicorp.com/terraform/cloud-docs/api-docs (workspaces, state-versions). */
export function createHcpTerraformClient(options: HcpTerraformAccess): HcpTerraformClient {
  const access: Access = { budget: new AnswerBudget(provider), ...options };
  const origin = `https://${access.hostname}`;
  const organizationPath = `/api/v2/organizations/${encodeURIComponent(access.organization)}`;
  const get = async (path: string): Promise<Json> =>
    readJson(await getResponse(access, new URL(path, origin)), access.budget);
  return {
    async checkOrganization() {
      await get(organizationPath);
    },

    async listWorkspaces(page) {
      const body = objectOf(
        await get(
          `${organizationPath}/workspaces?page%5Bnumber%5D=${page}&page%5Bsize%5D=${answerLimits.pageRecords}`,
        ),
      );
      const { data } = body;
      if (!Array.isArray(data)) throw invalidResponse();
      const nextPage = objectOf(objectOf(body['meta'])['pagination'])['next-page'];
      const next = typeof nextPage === 'number' && nextPage > page ? nextPage : undefined;
      const items = limitedPage(provider, data as readonly Json[]).flatMap(workspaceOf);
      return { items, ...defined({ nextPage: next }) };
    },

    async findState(workspaceId) {
      const path = `/api/v2/workspaces/${encodeURIComponent(workspaceId)}`;
      try {
        return stateOf(access, objectOf(objectOf(await get(`${path}/current-state-version`))['data']));
      } catch (error) {
        if (!(error instanceof ScmError) || error.fault !== 'not_found') throw error;
        // The same status as for a workspace without state, and for a token that may not read it.
        const workspace = objectOf(objectOf(await get(path))['data']);
        const permissions = objectOf(objectOf(workspace['attributes'])['permissions']);
        const current = objectOf(objectOf(workspace['relationships'])['current-state-version'])['data'];
        if (permissions['can-read-state-versions'] === false || (current !== undefined && current !== null))
          throw error;
        return { status: 'none' };
      }
    },
  };
}

function workspaceOf(item: Json): readonly HcpWorkspace[] {
  const { id, attributes } = objectOf(item);
  const { name, ...rest } = objectOf(attributes);
  if (typeof id !== 'string' || !idPattern.test(id)) return [];
  if (typeof name !== 'string' || !/^[\w-]{1,200}$/.test(name)) return [];
  const tags = rest['tag-names'];
  const repository = objectOf(rest['vcs-repo'])['identifier'];
  const directory = rest['working-directory'];
  return [
    {
      id,
      name,
      tags: tagsOf(tags),
      ...(typeof repository === 'string' && repository.length <= 500
        ? { repository: storableText(repository) }
        : {}),
      directory: directoryOf(typeof directory === 'string' ? directory : ''),
    },
  ];
}

function tagsOf(tags: Json | undefined): readonly string[] {
  if (!Array.isArray(tags)) return [];
  if (tags.length > answerLimits.fieldItems)
    throw new ScmError(
      'too_large',
      `${provider} sent a workspace with more than ${answerLimits.fieldItems} tags.`,
    );
  return tags.flatMap((tag) =>
    typeof tag === 'string' ? [storableText(limitedField(provider, tag, 'tag'))] : [],
  );
}

/** HCP Terraform accepts `/live/`, `./live` and an empty text. A text that is no path belongs to no project. */
function directoryOf(text: string): string {
  const path = limitedField(provider, text, 'working directory')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  return path === '' ? '.' : storableText(path);
}

function stateOf(access: Access, { id, attributes }: Readonly<Record<string, Json>>): HcpState {
  const fields = objectOf(attributes);
  const address = fields['hosted-state-download-url'];
  if (typeof id !== 'string' || !idPattern.test(id) || typeof address !== 'string' || !URL.canParse(address))
    throw invalidResponse();
  const createdAt = fields['created-at'];
  const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
  const size = fields['size'];
  return {
    status: 'found',
    id,
    createdAt: Number.isNaN(created) ? undefined : new Date(created),
    bytes: typeof size === 'number' && size > 0 ? size : undefined,
    download: () => download(access, new URL(address)),
  };
}

/**
 * Yields the bytes of a state. The address is one of the API, which needs the token and redirects, or already the signed one of
 * the storage. Terraform Enterprise has its storage on the host of the API, outside `/api/`; it gets no token either.
 */
async function* download(access: Access, address: URL): AsyncGenerator<Uint8Array, void, undefined> {
  const signal = AbortSignal.timeout(downloadMs);
  let url = address;
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    if (url.protocol !== 'https:')
      throw new ScmError('unsafe_address', 'The address of the state is not https.');
    const isApi = redirects === 0 && url.host === hostOf(access) && url.pathname.startsWith('/api/');
    const response = await send(access, url, signal, isApi);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      if (!URL.canParse(location, url.href)) throw invalidResponse();
      url = new URL(location, url.href);
      continue;
    }
    await rejectFailure(response);
    try {
      for await (const chunk of response.body ?? []) yield chunk as Uint8Array;
    } catch (error) {
      throw new ScmError('unavailable', 'The connection ended within the state.', { cause: error });
    }
    return;
  }
  throw new ScmError('unavailable', 'The address of the state redirects too often.');
}

async function getResponse(access: Access, url: URL): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(access, url, AbortSignal.timeout(timeoutMs), url.host === hostOf(access));
    if (response.status !== 429 || attempt === maximumAttempts) {
      await rejectFailure(response);
      return response;
    }
    await response.body?.cancel();
    await pause(Math.min(maximumWaitMs, waitOf(response) ?? 1_000));
  }
}

function hostOf({ hostname }: Access): string {
  return new URL(`https://${hostname}`).host;
}

async function send(access: Access, url: URL, signal: AbortSignal, withToken: boolean): Promise<Response> {
  return access.budget.run(async () => {
    await access.takeTurn();
    return access.safeFetch.requestOnce(url, {
      method: 'GET',
      headers: withToken
        ? { authorization: `Bearer ${access.token}`, 'content-type': 'application/vnd.api+json' }
        : {},
      signal,
    });
  });
}

/** HCP Terraform sends the seconds until the limit is reset, with fractions. */
function waitOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return retryAfterOf(headers) ?? (seconds >= 0 && seconds < 3_600 ? seconds * 1_000 : undefined);
}

async function rejectFailure(response: Response): Promise<void> {
  const { status } = response;
  if (response.ok) return;
  await response.body?.cancel();
  if (status === 401) throw new ScmError('token_refused', 'HCP Terraform rejected the token.');
  if (status === 403) throw new ScmError('forbidden', 'HCP Terraform denied the request.');
  if (status === 404) throw new ScmError('not_found', 'HCP Terraform did not find the record.');
  if (status === 429)
    throw new ScmError('rate_limited', 'HCP Terraform limits the rate of requests.', {
      retryAfterMs: waitOf(response),
    });
  const fault = status >= 500 ? 'unavailable' : 'invalid_response';
  throw new ScmError(fault, `HCP Terraform responded with status ${status}.`);
}

async function readJson(response: Response, budget: AnswerBudget): Promise<Json> {
  const body = await readCapped(response, pageBytes, budget);
  if (countJsonValues(body, pageValues) > pageValues)
    throw new ScmError('too_large', `The response has more than ${pageValues} values.`);
  try {
    return JSON.parse(body.toString('utf8')) as Json;
  } catch {
    // The message of a SyntaxError has a part of the response.
    throw invalidResponse();
  }
}

function invalidResponse(): ScmError {
  return new ScmError('invalid_response', 'HCP Terraform sent a response of an unexpected form.');
}
