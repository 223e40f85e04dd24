import { defined } from '../../../defined.ts';
import { entriesOf, itemsOf, textAt, textOfNode, valueAt, visitEntries } from './data-node.ts';
import type { DataNode } from './data-node.ts';
import type { PlaybookDocument, RoleDocument } from './document.ts';

/** Returns the facts of an Ansible playbook: a list with a play or an imported playbook. Undefined for other files. */
export function readPlaybook(root: DataNode): PlaybookDocument | undefined {
  const plays = itemsOf(root).filter(isPlay);
  if (plays.length === 0) return undefined;
  const name = plays.flatMap((play) => textAt(play, 'name') ?? [])[0];
  return defined({ type: 'playbook', name, roles: rolesIn(root), files: filesIn(root) });
}

/** Returns the roles that a role's `tasks/main.yml` or `meta/main.yml` uses. */
export function readRole(root: DataNode): RoleDocument {
  return { type: 'role', roles: [...rolesIn(root), ...dependenciesOf(root)] };
}

/** Keywords of a play. A list whose items have only `hosts`, as in an ingress rule, is no playbook. */
const playKeywords = new Set([
  'tasks',
  'roles',
  'pre_tasks',
  'post_tasks',
  'handlers',
  'gather_facts',
  'become',
  'vars',
  'vars_files',
  'connection',
  'strategy',
  'serial',
  'environment',
  'collections',
  'any_errors_fatal',
]);

function isPlay(item: DataNode): boolean {
  const keys = entriesOf(item).map(({ key }) => key);
  if (keys.some((key) => withoutCollection(key) === 'import_playbook')) return true;
  return keys.includes('hosts') && keys.some((key) => playKeywords.has(key));
}

/** Returns the names in `roles` of plays, and of `include_role` and `import_role` tasks. */
function rolesIn(root: DataNode): readonly string[] {
  const names: string[] = [];
  visitEntries(root, (key, value) => {
    const task = withoutCollection(key);
    if (key === 'roles') names.push(...itemsOf(value).flatMap(roleNameOf));
    if (task === 'include_role' || task === 'import_role') names.push(...roleNameOf(value));
  });
  return names;
}

function dependenciesOf(meta: DataNode): readonly string[] {
  return itemsOf(valueAt(meta, 'dependencies')).flatMap(roleNameOf);
}

function roleNameOf(node: DataNode): readonly string[] {
  const name = textOfNode(node) ?? textAt(node, 'role') ?? textAt(node, 'name');
  return name === undefined || name.includes('{{') ? [] : [name];
}

function filesIn(root: DataNode): readonly string[] {
  const files: string[] = [];
  visitEntries(root, (key, value) => {
    if (key === 'vars_files') files.push(...itemsOf(value).flatMap((item) => textOfNode(item) ?? []));
    if (fileTasks.has(withoutCollection(key))) files.push(textOfNode(value) ?? textAt(value, 'file') ?? '');
  });
  return files.filter((file) => file !== '' && !file.includes('{{'));
}

const fileTasks = new Set(['import_playbook', 'import_tasks', 'include_tasks', 'include_vars']);

function withoutCollection(task: string): string {
  return task.startsWith('ansible.builtin.') ? task.slice('ansible.builtin.'.length) : task;
}
