import { GitError } from '../scm-servers/run-git.ts';
import type { SampleSourceControl } from './start-sample-source-control.ts';

const service = 'terraform/modules/service/main.tf';
const base = 'kubernetes/base/deployment.yaml';

/**
 * Pushes a branch and opens a pull request on GitHub, which changes a Terraform module, and a merge request on GitLab,
 * which changes a Kustomize base.
 */
export async function openPullRequests({
  github,
  gitlab,
  administrator,
  author,
  infrastructure,
  platform,
}: SampleSourceControl): Promise<void> {
  const module = await textOf(infrastructure.git, `main:${service}`);
  await github.push(infrastructure, {
    branch: 'encrypt-queues',
    parent: (await infrastructure.git.resolve('refs/heads/main')) ?? '',
    files: {
      [service]: module.replace('redrive_policy =', 'sqs_managed_sse_enabled = true\n\n  redrive_policy ='),
    },
    message: 'Encrypt the queues',
    by: administrator,
  });
  await github.openPullRequest(infrastructure, {
    title: 'Encrypt the queues of all services',
    branch: 'encrypt-queues',
    by: administrator,
    labels: ['security'],
  });
  const deployment = await textOf(platform.git, `main:${base}`);
  await gitlab.push(platform, {
    branch: 'update-ingress',
    parent: (await platform.git.resolve('refs/heads/main')) ?? '',
    files: { [base]: deployment.replace('ingress:3.2', 'ingress:3.3') },
    message: 'Update the ingress',
  });
  await gitlab.openMergeRequest(platform, {
    title: 'Update the ingress to 3.3',
    branch: 'update-ingress',
    by: author,
  });
}

async function textOf(git: SampleSourceControl['platform']['git'], revision: string): Promise<string> {
  const sha = await git.resolve(revision);
  const blob = sha === undefined ? undefined : (await git.readBlobs([sha])).get(sha);
  if (blob === undefined) throw new GitError(`${revision} does not exist`);
  return blob.toString('utf8');
}
