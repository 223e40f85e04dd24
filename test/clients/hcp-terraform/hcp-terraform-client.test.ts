import test from 'ava';
import { Response } from 'undici';
import { createHcpTerraformClient } from '../../../clients/hcp-terraform/hcp-terraform-client.ts';

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
