import type { Statement, Transaction } from '../../db/transaction.ts';
import { Tenant } from '../../db/tenant.ts';
import type { Database } from '../../db/tenant.ts';

/** The execution of a statement. */
export interface ExplainedStatement {
  readonly text: string;
  /** Rows that the nodes of the plan returned or removed by a filter, over all loops. */
  readonly rows: number;
  /** Pages that were read from the buffer cache or from disk. */
  readonly pages: number;
  readonly plan: Plan;
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/**
 * Returns a database whose tenant transactions execute each statement twice: with EXPLAIN ANALYZE, which is rolled back
 * and reported, and then in earnest.
 */
export function explainStatements(
  database: Database,
  report: (statement: ExplainedStatement) => void,
): Database {
  return {
    ...database,
    withTenant: (organizationId, work, options) =>
      database.withTenant(
        organizationId,
        (tenant) => work(new Tenant(organizationId, explaining(Tenant.transactionOf(tenant), report))),
        options,
      ),
  };
}

function explaining(transaction: Transaction, report: (statement: ExplainedStatement) => void): Transaction {
  const query = async (statement: Statement) => {
    report(await explain(transaction, statement));
    return transaction.query(statement);
  };
  return new Proxy(transaction, {
    get: (target, key) => (key === 'query' ? query : (Reflect.get(target, key, target) as unknown)),
  });
}

async function explain(
  transaction: Transaction,
  { text, values = [] }: Statement,
): Promise<ExplainedStatement> {
  await transaction.query({ text: 'savepoint explained' });
  const { rows } = await transaction.query({
    text: `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  });
  await transaction.query({ text: 'rollback to savepoint explained; release savepoint explained' });
  const [{ Plan: plan } = { Plan: undefined }] = (rows[0]?.[0] ?? []) as [{ Plan: Plan }?];
  if (plan === undefined) throw new Error('EXPLAIN returned no plan');
  return { text, rows: rowsOf(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], plan };
}

function rowsOf(plan: Plan): number {
  const perLoop =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), perLoop * plan['Actual Loops']);
}
