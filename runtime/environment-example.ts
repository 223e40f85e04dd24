import { variables } from './configuration-variables.ts';
import type { Variable } from './configuration-variables.ts';

/** Returns the text of `.env.example`: every variable with its description and default. */
export function environmentExample(): string {
  const rows: readonly Variable[] = Object.values(variables);
  const blocks = rows.map(({ name, description, default: value, secret }) => {
    const note = secret === true ? ' Production rejects this default.' : '';
    // A copied default would no longer change with the other variable that it is derived from.
    const commented = value === undefined || value.includes('${');
    return `# ${description}.${note}\n${commented ? '# ' : ''}${name}=${value ?? ''}`;
  });
  return `# All environment variables, with their defaults. Copy the lines to change.\n\n${blocks.join('\n\n')}\n`;
}
