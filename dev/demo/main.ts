import '../../runtime/check-node.mjs';
import { parseArgs } from 'node:util';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { createSampleOrganization } from '../sample-organization/create-sample-organization.ts';
import { requireProductPorts } from '../processes/require-product-ports.ts';
import { startProduct } from '../processes/start-product.ts';
import type { RunningProduct } from '../processes/start-product.ts';
import { devConfiguration } from '../configuration.ts';
import { updateConsole } from '../console/console-build.ts';
import { startDomainServer } from '../identity-provider/start-domain-server.ts';
import type { DomainServer } from '../identity-provider/start-domain-server.ts';
import { startIdentityProvider } from '../identity-provider/start-identity-provider.ts';
import type { IdentityProvider } from '../identity-provider/start-identity-provider.ts';
import { startSampleSourceControl } from '../sample-source-control/start-sample-source-control.ts';
import type { SampleSourceControl } from '../sample-source-control/start-sample-source-control.ts';
import { findGitProblem } from '../scm-servers/find-git.ts';
import { requireFree } from '../stack/ports.ts';
import { startStack } from '../stack/start-stack.ts';
import { demoEnvironment } from './demo-environment.ts';
import { runDemo } from './run-demo.ts';
import { signUpOrLogIn } from './sign-in.ts';
import { switchToSso } from './switch-to-sso.ts';

/**
 * `npm run demo`: starts the stack, a GitHub and a GitLab server and the product, creates a sample AWS organization and
 * repositories, onboards and scans them. With `--sso` also starts an identity provider, with which the organization then signs in.
 * Runs until Ctrl-C; with `--once` exits after the scans. Without a recent git the
 * demo has no source control.
 */
const { values } = parseArgs({
  options: { once: { type: 'boolean', default: false }, sso: { type: 'boolean', default: false } },
});
// Otherwise the AWS SDK prints its warning about Node 20 between the tables. The README explains it.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const managementAccountNumber = '100000000001';
const say = (text: string) => process.stdout.write(`${text}\n`);

const {
  githubServer: githubPort,
  gitlabServer: gitlabPort,
  identityProvider: ssoPort,
} = devConfiguration.ports;
const gitProblem = await findGitProblem();
if (gitProblem === undefined) {
  await requireFree(githubPort, 'The GitHub server', 'GITHUB_SERVER_PORT');
  await requireFree(gitlabPort, 'The GitLab server', 'GITLAB_SERVER_PORT');
}
if (values.sso) await requireFree(ssoPort, 'The identity provider', 'IDENTITY_PROVIDER_PORT');
await requireProductPorts();
const stack = await startStack({ report: say });
let stopping: Promise<void> | undefined;
let starting: Promise<RunningProduct> | undefined;
let sourceControl: SampleSourceControl | undefined;
let domainServer: DomainServer | undefined;
let provider: IdentityProvider | undefined;
const stop = () => (stopping ??= stopProduct().finally(() => stack.stop()));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stop().then(() => process.exit(0));
  });
}
try {
  say('Migrating the database, and creating the sample organization in the AWS emulator …');
  // Before the worker starts: each of its calls to the emulator would change the ids that the emulator generates next.
  const [organization] = await Promise.all([
    createSampleOrganization({ endpoint: stack.awsEndpointUrl, managementAccountNumber, seed: 42 }),
    migrateDatabase(stack.databaseUrl),
    updateConsole(),
  ]);
  if (gitProblem === undefined) {
    sourceControl = await startSampleSourceControl({
      accounts: organization.accounts,
      github: { port: githubPort },
      gitlabPort,
    });
  } else say(`The demo of source control is skipped: it ${gitProblem}.`);
  if (values.sso) domainServer = await startDomainServer();
  say('Starting the API and a worker …');
  starting = startProduct(stack, {
    report: say,
    environment: {
      ...demoEnvironment,
      ...sourceControl?.environment,
      ...(domainServer === undefined ? {} : { SSO_DNS_SERVERS: domainServer.address }),
    },
  });
  const product = await starting;
  await runDemo({ url: product.url, stack, organization, sourceControl, say });
  if (domainServer !== undefined) {
    const sso = `${product.url}/api/v1/auth/sso`;
    provider = await startIdentityProvider({
      port: ssoPort,
      redirectUri: `${sso}/callback`,
      logoutUri: `${sso}/backchannel-logout`,
    });
    await switchToSso(await signUpOrLogIn(product.url), { provider, domainServer }, say);
  }
  if (values.once) await stop();
  else say('\nRunning until Ctrl-C.');
} catch (error) {
  // After Ctrl-C, the requests in flight fail.
  if (stopping === undefined) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  await stop();
}

/** Stops the product, after waiting for one that is starting, and then the servers that it uses. */
async function stopProduct(): Promise<void> {
  const product = await starting?.catch(() => undefined);
  await product?.stop();
  await sourceControl?.close();
  await provider?.close();
  await domainServer?.close();
}
