import type { ProviderBlob } from '../../domain/scm/provider-records.ts';
import type { AppOctokit } from './octokit-class.ts';
import { mapGithubErrors } from './map-github-errors.ts';
import { blobsPerQuery } from './prefer-archive.ts';

interface BlobRecord {
  readonly isBinary: boolean | null;
  readonly isTruncated: boolean;
  readonly text: string | null;
}

interface BlobsResponse {
  readonly repository: Readonly<Record<string, BlobRecord | null>> | null;
}

/** Yields the wanted blobs by GraphQL, 100 a query. A truncated blob is read by REST. */
export async function* readTextBlobs(
  octokit: AppOctokit,
  repository: { readonly owner: string; readonly repo: string },
  wanted: ReadonlyMap<string, string>,
): AsyncGenerator<ProviderBlob, void, undefined> {
  const files = [...wanted];
  for (let start = 0; start < files.length; start += blobsPerQuery) {
    const batch = files.slice(start, start + blobsPerQuery);
    const fields = batch.map(
      ([, sha], index) =>
        `b${index}: object(oid: ${JSON.stringify(sha)}) { ... on Blob { isBinary isTruncated text } }`,
    );
    const response = await mapGithubErrors(() =>
      octokit.graphql<BlobsResponse>(
        `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${fields.join(' ')} } }`,
        { owner: repository.owner, name: repository.repo },
      ),
    );
    for (const [index, [path, sha]] of batch.entries()) {
      const blob = response.repository?.[`b${index}`];
      if (blob === undefined || blob === null) yield { path, sha, problem: 'not_found' };
      else if (blob.isBinary === true) yield { path, sha, problem: 'binary' };
      else if (blob.isTruncated || blob.text === null)
        yield { path, sha, content: await readRawBlob(octokit, repository, sha) };
      else yield { path, sha, content: Buffer.from(blob.text, 'utf8') };
    }
  }
}

async function readRawBlob(
  octokit: AppOctokit,
  repository: { readonly owner: string; readonly repo: string },
  sha: string,
): Promise<Buffer> {
  const { data } = await mapGithubErrors(() =>
    octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', { ...repository, file_sha: sha }),
  );
  return Buffer.from(data.content, 'base64');
}
