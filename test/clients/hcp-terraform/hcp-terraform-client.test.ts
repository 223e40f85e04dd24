import test from 'ava';
import { Response } from 'undici';
import { createHcpTerraformClient } from '../../../clients/hcp-terraform/hcp-terraform-client.ts';
import { AnswerBudget } from '../../../clients/scm/answer-budget.ts';
import { ScmError } from '../../../clients/scm/scm-error.ts';

const host = 'tfe.example.com';
const versionPath = '/api/v2/workspaces/ws-1/current-state-version';

/** Downloads the state whose address the API returns. `redirects` has the target of each address. */
async function download(address: string, redirects: Readonly<Record<string, string>> = {}) {
  const requests: string[] = [];
  const client = createHcpTerraformClient({
    hostname: host,
    organization: 'acme',
    token: 'secret',
    takeTurn: () => Promise.resolve(),
    safeFetch: {
      request: () => Promise.reject(new Error('follows redirects')),
      requestOnce: (url, { headers }) => {
        requests.push(
          `${url.href} ${new Headers(headers as Record<string, string>).get('authorization') ?? 'no token'}`,
        );
        const location = redirects[url.href];
        if (location !== undefined)
          return Promise.resolve(new Response(null, { status: 307, headers: { location } }));
        const body =
          url.pathname === versionPath
            ? { data: { id: 'sv-1', attributes: { 'hosted-state-download-url': address } } }
            : { version: 4 };
        return Promise.resolve(Response.json(body));
      },
      checkAddress: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  });
  const state = await client.findState('ws-1');
  if (state.status === 'none') throw new Error('no state');
  let text = '';
  for await (const chunk of state.download()) text += Buffer.from(chunk).toString();
  return { text, requests: requests.slice(1) };
}

const ofApi = `https://${host}/api/state-versions/sv-1/hosted_state`;
const archived = `https://${host}/_archivist/v1/object/x`;

test('the token goes to the API, and not to the address of a download', async (t) => {
  t.deepEqual(await download('https://archivist.terraform.io/v1/object/x'), {
    text: '{"version":4}',
    requests: ['https://archivist.terraform.io/v1/object/x no token'],
  });
  t.deepEqual((await download(archived)).requests, [`${archived} no token`], 'on the host of the API');
  t.deepEqual((await download(ofApi, { [ofApi]: archived })).requests, [
    `${ofApi} Bearer secret`,
    `${archived} no token`,
  ]);
  const back = 'https://other.example.com/x';
  t.deepEqual(
    (await download(back, { [back]: ofApi })).requests,
    [`${back} no token`, `${ofApi} no token`],
    'a storage cannot send the token back',
  );
});

test('rejects an address without TLS, and a redirect without end', async (t) => {
  await t.throwsAsync(download(`http://${host}/api/x`), { message: /not https/ });
  await t.throwsAsync(download(ofApi, { [ofApi]: 'http://169.254.169.254/' }), { message: /not https/ });
  await t.throwsAsync(download(archived, { [archived]: archived }), { message: /redirects too often/ });
});

/** Lists a page of workspaces with these attributes. */
async function list(
  workspaces: readonly object[],
  limits: ConstructorParameters<typeof AnswerBudget>[1] = {},
) {
  const client = createHcpTerraformClient({
    hostname: host,
    organization: 'acme',
    token: 'secret',
    takeTurn: () => Promise.resolve(),
    budget: new AnswerBudget('HCP Terraform', limits),
    safeFetch: {
      checkAddress: () => Promise.resolve(),
      request: () => Promise.reject(new Error('follows redirects')),
      requestOnce: () =>
        Promise.resolve(
          Response.json({
            data: workspaces.map((attributes, index) => ({ id: `ws-${index}`, attributes })),
            meta: { pagination: { 'next-page': 2 } },
          }),
        ),
      close: () => Promise.resolve(),
    },
  });
  await client.listWorkspaces(1);
  return client.listWorkspaces(1);
}

test('limits the requests and bytes of an operation, and the records and fields of a page', async (t) => {
  const one = { name: 'one', 'tag-names': ['app'] };
  t.is((await list([one])).items.length, 1);
  const tooLarge = (message: RegExp) => ({ instanceOf: ScmError, message });
  await t.throwsAsync(list([one], { requests: 1 }), tooLarge(/sent 1 requests/));
  await t.throwsAsync(list([one], { bytes: 200 }), tooLarge(/more than 200 bytes/));
  await t.throwsAsync(list(Array.from({ length: 101 }, () => one)), tooLarge(/a page of 101 records/));
  const long = 'x'.repeat(5_000);
  await t.throwsAsync(list([{ ...one, 'tag-names': [long] }]), tooLarge(/whose tag has more/));
  await t.throwsAsync(
    list([{ ...one, 'tag-names': Array.from({ length: 1_001 }, () => 'app') }]),
    tooLarge(/more than 1000 tags/),
  );
  await t.throwsAsync(list([{ ...one, 'working-directory': long }]), tooLarge(/working directory/));
});

test('reads fields as Postgres stores them, and makes no root of a working directory that is no path', async (t) => {
  const directoryOf = async (text: unknown) =>
    (await list([{ name: 'one', 'working-directory': text }])).items[0]?.directory;
  t.deepEqual(await Promise.all([null, '', './', '/live/', './live', '../live'].map(directoryOf)), [
    '.',
    '.',
    '.',
    'live',
    'live',
    '../live',
  ]);
  const [found] = (
    await list([{ name: 'one', 'tag-names': ['a\u0000'], 'vcs-repo': { identifier: 'a\u0000/b' } }])
  ).items;
  t.false(JSON.stringify(found).includes('\\u0000'));
});
