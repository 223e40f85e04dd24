import test from 'ava';
import { listOutdatedRepositories } from '../../../db/scm/repository-heads.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { detectorVersion } from '../../../domain/scm/detection/detector-version.ts';
import { eventually } from '../../support/eventually.ts';
import { useScmScans } from '../../support/scm/scan-fixture.ts';

const scans = useScmScans();

test('scans a repository again once that another version of the detector scanned, spread over a day', async (t) => {
  const repository = await scans.selectRepository('github', {
    'live/main.tf': 'terraform {\n  backend "s3" {}\n}\n',
  });
  await repository.scan();
  const version = async () => {
    const [row] = await repository.query<{ version: number | null }>(
      'select detector_version as version from repositories where id = $1',
      [repository.id],
    );
    return row?.version;
  };
  t.is(await version(), detectorVersion);
  const outdated = (minutes: number) =>
    scans.api.services.database.withTenant(repository.organizationId, (tenant) =>
      listOutdatedRepositories(tenant, repository.connectionId, minutes),
    );
  t.deepEqual(await outdated(15), []);
  const setVersion = (newer: number) =>
    repository.query('update repositories set detector_version = $2 where id = $1', [repository.id, newer]);
  await setVersion(detectorVersion + 1);
  t.deepEqual(await outdated(15), [], 'the result of a newer release stays');
  await repository.query('update repositories set detector_version = null where id = $1', [repository.id]);
  await dataOf(
    repository.client.POST('/api/v1/scm/connections/{id}/sync', {
      params: { path: { id: repository.connectionId } },
    }),
  );
  await eventually('the scan', async () => (await version()) === detectorVersion);
  await repository.query(
    `insert into repositories (organization_id, scm_connection_id, provider, external_id, full_name, url, visibility,
       archived, status, last_scanned_at)
     select organization_id, scm_connection_id, provider, 'x' || n, 'acme/x' || n, url, visibility, archived, 'active', now()
     from repositories, generate_series(1, 199) n where id = $1`,
    [repository.id],
  );
  t.deepEqual([(await outdated(15)).length, (await outdated(1440)).length], [3, 199]);
});

test('each file of values has a source, and what the code does not determine is named', async (t) => {
  const repository = await scans.selectRepository('github', {
    'live/main.tf':
      'terraform {\n  backend "s3" {\n    bucket = "states"\n    key = var.key\n  }\n}\nvariable "key" {}\n',
    'live/dev.tfvars': 'key = "dev"\n',
    'live/prod.tfvars': 'key = "prod"\n',
    'open/main.tf':
      'terraform {\n  backend "s3" {\n    bucket = "states"\n    key = var.key\n  }\n}\nvariable "key" {}\n',
  });
  await repository.scan();
  const keys = async () =>
    (await dataOf(repository.client.GET('/api/v1/state-sources', {}))).items
      .map(({ config }) => config.key ?? '')
      .toSorted();
  await eventually('the sources', async () => (await keys()).length === 2);
  t.deepEqual(await keys(), ['dev', 'prod']);
  t.deepEqual(
    await repository.query(
      'select path, state_reason, state_reason_names from iac_projects where repository_id = $1 order by path',
      [repository.id],
    ),
    [
      { path: 'live', state_reason: null, state_reason_names: [] },
      { path: 'open', state_reason: 'backend_unresolved', state_reason_names: ['var.key'] },
    ],
  );
  await repository.push({ 'live/prod.tfvars': null, 'live/qa.tfvars': 'key = "qa"\n' });
  await repository.scan();
  await eventually('the new source', async () => (await keys()).includes('qa'));
  t.deepEqual(await keys(), ['dev', 'qa'], 'the source of the file that is gone is deleted');
});
