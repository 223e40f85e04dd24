import test from 'ava';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { membersLostInXml, newestModels } from '../../../dev/documents/members-lost-in-xml.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { lostMembers } from '../../support/aws-models/lost-members.ts';
import { isXmlClient, newestModelsSource, newestOutput } from '../../support/aws-models/newest-xml-models.ts';
import { readSdkClient } from '../../support/aws-models/read-sdk-client.ts';

const require = createRequire(import.meta.url);
const types = SERVICES.flatMap((service) => service.types.map((type) => ({ service, type })));
const calls = types.flatMap(({ service, type }) =>
  [type.list, ...(type.details ?? [])].map(({ client = service.client, operation }) => ({
    client,
    operation,
  })),
);

test('the table has exactly the members that the installed SDK drops from responses in XML', (t) => {
  t.true(newestModelsSource.startsWith(newestModels));
  const lost = types.flatMap(({ service, type }) => {
    const members = lostMembers(service, type);
    return members.length === 0 ? [] : [[type.resourceType, members] as const];
  });
  t.deepEqual(Object.fromEntries(lost), { ...membersLostInXml });
});

test('the extract of the models has every operation of a client whose protocol is one in XML', (t) => {
  const clients = new Set(calls.map(({ client }) => client));
  for (const client of clients) t.is(isXmlClient(client), speaksXml(client), client);
  const missing = calls.filter(
    ({ client, operation }) =>
      isXmlClient(client) &&
      readSdkClient(client)?.operation(operation) !== undefined &&
      newestOutput(client, operation) === undefined,
  );
  t.deepEqual(missing, []);
});

/** Clients of 2024 and earlier name their protocol in a file of their serializers, others in the configuration. */
function speaksXml(client: string): boolean {
  const root = dirname(require.resolve(`@aws-sdk/client-${client}/package.json`));
  const protocols = join(root, 'dist-es', 'protocols');
  const names = existsSync(protocols)
    ? readdirSync(protocols).join(' ')
    : ['runtimeConfig.shared.js', 'runtimeConfig.js']
        .map((file) => readFileSync(join(root, 'dist-es', file), 'utf8'))
        .join(' ');
  return /Aws(Ec2|Query|Ec2Query|RestXml)Protocol|S3RestXmlProtocol|Aws_(query|ec2|restXml)/.test(names);
}
