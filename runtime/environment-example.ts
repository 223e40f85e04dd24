import { variables } from './configuration.ts';
import type { Variable } from './configuration.ts';

/** The text of `.env.example`: every variable with what it is for, and its default. */
export function environmentExample(): string {
  const rows: readonly Variable<unknown>[] = Object.values(variables);
  const blocks = rows.map(({ name, description, default: value, secret }) => {
    const note = secret === true ? ' Production refuses this default.' : '';
    const comment = `# ${description}.${note}`;
    return value === undefined ? `${comment}\n# ${name}=` : `${comment}\n${name}=${value}`;
  });
  return `# Every variable of the processes. Copy what differs to your environment.\n\n${blocks.join('\n\n')}\n`;
}
