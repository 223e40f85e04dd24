import { Client, Connection } from '@temporalio/client';
import type { Owner } from './discovery/owner.ts';
import { testStack } from './stack.ts';

/** Returns the rows of all tables as text, by table. */
export async function readTables(owner: Owner): Promise<readonly (readonly [table: string, text: string])[]> {
  const names = await owner.query<{ name: string }>(
    "select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    [],
  );
  const found: [string, string][] = [];
  for (const { name } of names) {
    const [row] = await owner.query<{ text: string | null }>(
      `select string_agg(t::text, chr(10)) as text from ${name} t`,
      [],
    );
    found.push([name, row?.text ?? '']);
  }
  return found;
}

/** Returns the histories of all workflows on the task queues with a prefix as text, with decoded payloads. */
export async function readHistories(prefix: string): Promise<string> {
  const connection = await Connection.connect({ address: testStack().temporalAddress });
  const client = new Client({ connection });
  const texts: string[] = [];
  for await (const { workflowId, runId } of client.workflow.list({
    query: `TaskQueue = '${prefix}inventory' or TaskQueue = '${prefix}aws'`,
  })) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    texts.push(
      JSON.stringify(history, (_key, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString() : value,
      ),
    );
  }
  await connection.close();
  return texts.join('\n');
}
