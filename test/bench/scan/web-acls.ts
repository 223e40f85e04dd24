import type { BenchContext, Figure } from '../bench.ts';
import { atMost, figure } from '../support/limits.ts';
import { clearCalls, countCalls } from './calls-per-service.ts';
import { createAccount, fillEstate } from './estate.ts';
import { startWorkerProcess } from './processes.ts';
import type { Product } from './product.ts';

const types = ['AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation'] as const;
const webAcls = 50;
/** In production, WAF answers about 6 requests a second for ListResourcesForWebACL. */
const mostSeconds = 60;

/** Measures the scan of a region with 50 web ACLs and nothing that they could protect. */
export async function measureWebAcls(
  { awsEndpointUrl: endpoint, say }: BenchContext,
  environment: Readonly<Record<string, string>>,
  product: Product,
): Promise<Record<string, Figure>> {
  say('making an account with 50 web ACLs');
  const account = await createAccount(endpoint);
  const region = 'eu-west-1';
  await fillEstate(endpoint, account, { mix: { [types[0]]: webAcls }, regions: [region] });
  say('scanning it');
  const id = await product.connect(account, [region]);
  const worker = await startWorkerProcess(environment);
  try {
    await clearCalls(endpoint);
    const done = await product.scan({ aws_account_id: id, resource_types: [...types] });
    const calls = (await countCalls(endpoint, [account])).get('wafv2') ?? 0;
    say(`${done.counts.seen} web ACLs in ${done.seconds.toFixed(1)} s with ${calls} calls of WAF`);
    if (done.counts.seen < webAcls) throw new Error(`Of ${webAcls} web ACLs ${done.counts.seen} were seen`);
    return {
      web_acls_scan: atMost(done.seconds, 's', mostSeconds),
      // A list, and details and tags of each web ACL.
      web_acls_calls: atMost(calls / webAcls, 'calls of WAF per web ACL', 3),
      web_acls: figure(done.counts.seen, 'web ACLs'),
    };
  } finally {
    await worker.stop();
    await product.owner.query('update aws_accounts set included = false where id = $1', [id]);
  }
}
