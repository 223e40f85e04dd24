import { configHash, renormalise } from '../../../activities/discovery/collect/config-hash.ts';
import { FIXTURES } from '../../../dev/resource-fixtures/index.ts';
import { finishTask } from '../../../db/discovery/finish-task.ts';
import { insertScan } from '../../../db/discovery/insert-scan.ts';
import { beginAttempts, claimTasks, insertTasks, lockLease } from '../../../db/discovery/task-store.ts';
import { rematchAccount } from '../../../db/mapping/match/match-entries.ts';
import { storePage } from '../../../db/inventory/store-page.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { keysReadSince } from '../../../domain/discovery/declaration/keys-by-rule-set.ts';
import { typesOfService } from '../../../domain/discovery/declaration/resource-types.ts';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import { chunk } from '../../../domain/lists/chunk.ts';
import { globalRegion } from '../../../domain/values.ts';
import { collect } from '../../activities/discovery/support/collect.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';
import type { TestAwsAccount } from '../../support/discovery/emulated-account.ts';
import { insertAccount } from '../../support/mapping/stored-resource.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import type { Bench, Figure } from '../bench.ts';

const region = 'eu-west-1';

/** A stack with resources of types that get the tags of the stack, and of types that do not. */
const template = {
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue' },
    Topic: { Type: 'AWS::SNS::Topic' },
    Logs: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: 'stack-logs' } },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: { Name: 'stack-rule', ScheduleExpression: 'rate(1 day)' },
    },
    Parameter: {
      Type: 'AWS::SSM::Parameter',
      Properties: { Name: 'stack-parameter', Type: 'String', Value: 'a' },
    },
    Policy: {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: {
        ManagedPolicyName: 'stack-policy',
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
        },
      },
    },
  },
};

export const unmanaged: Bench = {
  name: 'unmanaged',
  summary: 'management states of an account with a resource of each type, all of whose code is connected',
  async run({ databaseUrl, say }) {
    say('creating a resource of each type');
    const account = await emulatedAccount();
    for (const fixture of Object.values(FIXTURES))
      if ('create' in fixture) await fixture.create(account).catch(() => undefined);
    await account.call('cloudformation', 'CreateStack', {
      StackName: 'bench',
      TemplateBody: JSON.stringify(template),
    });
    const [organization] = await queryAsOwner<{ id: string }>(
      databaseUrl,
      `insert into organizations (name, slug) values ('Unmanaged', $1) returning id`,
      [`unmanaged-${account.awsAccountNumber}`],
    );
    const organizationId = organization?.id ?? '';
    const accountId = await insertAccount(databaseUrl, organizationId, account.awsAccountNumber);
    await queryAsOwner(databaseUrl, 'update aws_accounts set code_complete = true where id = $1', [
      accountId,
    ]);
    for (const scanned of [region, globalRegion]) {
      say(`scanning ${scanned}`);
      await scan(databaseUrl, account, organizationId, accountId, scanned);
    }
    const database = openDatabase({ url: databaseUrl, poolSize: 1 });
    try {
      const match = () => database.withTenant(organizationId, (tenant) => rematchAccount(tenant, accountId));
      const count = async () => {
        const rows = await queryAsOwner<{ state: string; count: number }>(
          databaseUrl,
          `select management_state as state, count(*)::int as count from resources
           where organization_id = $1 group by 1 order by 1`,
          [organizationId],
        );
        return Object.fromEntries(rows.map((row) => [row.state, row.count]));
      };
      await match();
      const read = await count();
      await queryAsOwner(databaseUrl, 'delete from stack_resources where organization_id = $1', [
        organizationId,
      ]);
      await queryAsOwner(databaseUrl, 'update aws_accounts set match_all = true where id = $1', [accountId]);
      await match();
      const byTags = await count();
      const figures: Record<string, Figure> = {};
      for (const [state, value] of Object.entries(read)) {
        const baseline = byTags[state] ?? 0;
        figures[`${state} (baseline: stacks by tags only)`] = {
          value,
          unit: 'resources',
          baseline,
          ok: state !== 'unmanaged' || value < baseline,
        };
      }
      return figures;
    } finally {
      await database.close();
    }
  },
};

/** Collects all services in a region, and stores the resources. */
async function scan(
  url: string,
  account: TestAwsAccount,
  organizationId: string,
  accountId: string,
  scanned: string,
): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 });
  const services = SERVICES.filter(({ service }) => typesOfService(service, scanned).length > 0);
  try {
    const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) => database.withTenant(organizationId, work);
    const { scan: run } = await inTenant((tenant) =>
      insertScan(tenant, {
        trigger: 'manual',
        accountIds: [accountId],
        regions: [scanned],
        resourceTypes: [],
        requestedBy: undefined,
      }),
    );
    const claim = { scanId: run.id, accountId, region: scanned, claimant: 'bench' };
    await inTenant((tenant) =>
      insertTasks(
        tenant,
        run.id,
        accountId,
        services.map(({ service }) => ({
          region: scanned,
          service,
          resourceTypes: typesOfService(service, scanned),
        })),
      ),
    );
    for (let claimed = await inTenant((tenant) => claimTasks(tenant, claim, 10)); claimed.length > 0;) {
      for (const { id, service } of claimed) {
        const attempts = await inTenant((tenant) => beginAttempts(tenant, claim, [id]));
        const attempt = attempts.get(id);
        if (attempt === undefined) continue;
        const { resources, cells } = await collect({
          service,
          awsAccountNumber: account.awsAccountNumber,
          region: scanned,
          clients: account.product,
        });
        for (const page of chunk(resources, 100))
          await inTenant(async (tenant) => {
            await lockLease(tenant, attempt);
            await storePage(tenant, attempt, page, {
              ruleSet: RULE_SET_VERSION,
              keysReadSince,
              configHash,
              hideSecret: (secret) => secret,
              renormalise: (stored, earlier) => renormalise(stored, 'key', earlier),
            });
          });
        await inTenant((tenant) => finishTask(tenant, attempt, Object.values(cells), []));
      }
      claimed = await inTenant((tenant) => claimTasks(tenant, claim, 10));
    }
  } finally {
    await database.close();
  }
}
