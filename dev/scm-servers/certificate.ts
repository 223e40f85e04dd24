import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';

export interface CertificateAuthority {
  /** In PEM; the file for NODE_EXTRA_CA_CERTS. */
  readonly certificateFile: string;
  /** Returns key and certificate of a server, in PEM. */
  issue(
    names: readonly string[],
    addresses: readonly string[],
  ): Promise<{ readonly key: string; readonly cert: string }>;
}

const validMs = 365 * 24 * 3_600_000;
/** A certificate authority is replaced a month before it expires. */
const renewMs = 30 * 24 * 3_600_000;
/** Certificates are valid from an hour ago, so that clocks may differ. */
const skewMs = 3_600_000;

/**
 * Creates a certificate authority in a folder of its own, or opens the one that is there.
 * @throws Error when the folder contains other files
 */
export async function openCertificateAuthority(folder: string): Promise<CertificateAuthority> {
  const certificateFile = path.join(folder, 'ca.pem');
  const keyFile = path.join(folder, 'ca-key.pem');
  let ca = await read(certificateFile, keyFile);
  if (ca === undefined) {
    await deleteAuthority(folder, [certificateFile, keyFile]);
    ca = await create(folder, certificateFile, keyFile);
  }
  return {
    certificateFile,
    async issue(names, addresses) {
      const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] ?? 'server' }], {
        ...validity(),
        algorithm: 'sha256',
        ca,
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: [
              ...names.map((value) => ({ type: 2 as const, value })),
              ...addresses.map((ip) => ({ type: 7 as const, ip })),
            ],
          },
        ],
      });
      return { key, cert };
    },
  };
}

async function read(certificateFile: string, keyFile: string) {
  try {
    const [cert, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
    const expiresAt = Date.parse(new X509Certificate(cert).validTo);
    return expiresAt > Date.now() + renewMs ? { cert, key } : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Deletes an authority that is about to expire. A folder with other files, such as `/etc/ssl/certs`, is not touched. */
async function deleteAuthority(folder: string, files: readonly string[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const other = names.find((name) => !files.includes(path.join(folder, name)));
  if (other !== undefined)
    throw new Error(`${folder} is not the folder of a development CA: it has ${other}`);
  await rm(folder, { recursive: true, force: true });
}

/** Renames a complete folder into place, so that processes that start at the same time use the same authority. */
async function create(folder: string, certificateFile: string, keyFile: string) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Development CA' }], {
    ...validity(),
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  await mkdir(path.dirname(folder), { recursive: true });
  const written = await mkdtemp(`${folder}-`);
  await writeFile(path.join(written, path.basename(keyFile)), key, { mode: 0o600 });
  await writeFile(path.join(written, path.basename(certificateFile)), cert);
  try {
    await rename(written, folder);
    return { key, cert };
  } catch (error) {
    const existing = await read(certificateFile, keyFile);
    await rm(written, { recursive: true });
    if (existing !== undefined) return existing;
    throw error;
  }
}

function validity() {
  return { notBeforeDate: new Date(Date.now() - skewMs), notAfterDate: new Date(Date.now() + validMs) };
}
