import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { openCertificateAuthority } from '../../dev/scm-servers/certificate.ts';

test('creates an authority once, and deletes no folder with other files', async (t) => {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'authority-'));
  t.teardown(() => rm(parent, { recursive: true }));
  const folder = path.join(parent, 'ca');
  const { certificateFile } = await openCertificateAuthority(folder);
  t.is((await openCertificateAuthority(folder)).certificateFile, certificateFile);
  t.deepEqual((await readdir(folder)).toSorted(), ['ca-key.pem', 'ca.pem']);

  const system = path.join(parent, 'certs');
  await openCertificateAuthority(system);
  await writeFile(path.join(system, 'ca-certificates.crt'), 'the certificates of the machine');
  await rm(path.join(system, 'ca.pem'));
  await t.throwsAsync(openCertificateAuthority(system), { message: /is not the folder of a development CA/ });
  t.deepEqual((await readdir(system)).toSorted(), ['ca-certificates.crt', 'ca-key.pem']);
});
