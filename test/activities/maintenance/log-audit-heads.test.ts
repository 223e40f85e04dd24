import { randomUUID } from 'node:crypto';
import test from 'ava';
import { logAuditHeads } from '../../../activities/maintenance/log-audit-heads.ts';
import { verifyAuditChain } from '../../../db/organizations/audit-read-model.ts';
import { recordAudit, sealAuditEntries } from '../../../db/organizations/audit-store.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const owned = useTestDatabase();

test('logs the head of each audit chain, and continues after a failure', async (t) => {
  const database = openDatabase({ url: owned.url, poolSize: 2 });
  try {
    const [failing, sealed, empty] = [randomUUID(), randomUUID(), randomUUID()].toSorted();
    for (const id of [failing, sealed, empty])
      await queryAsOwner(owned.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
        id,
        `o-${id}`,
      ]);
    await database.withTenant(sealed ?? '', (tenant) =>
      recordAudit(tenant, { actorType: 'system', actorId: undefined, action: 'thing.changed' }),
    );
    await sealAuditEntries(database);
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger('worker', 'info', {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const partly: typeof database = {
      ...database,
      withTenant: (id, work, options) =>
        id === failing ? Promise.reject(new Error('deadlock')) : database.withTenant(id, work, options),
    };
    await t.throwsAsync(logAuditHeads({ database: partly, logger }), { message: '1 of 3 failed: deadlock' });
    const { headHash: hash } = await database.withTenant(sealed ?? '', verifyAuditChain);
    const heads = lines.filter(({ msg }) => msg === 'audit chain head');
    t.is(heads.length, 1);
    t.like(heads[0], {
      level: 'info',
      organization_id: sealed,
      slug: `o-${sealed}`,
      audit_sequence: 1,
      audit_hash: hash.toString('hex'),
    });
    t.is(lines.filter(({ organization_id: id }) => id === failing).length, 1);
  } finally {
    await database.close();
  }
});
