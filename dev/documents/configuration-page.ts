import { variables } from '../../runtime/configuration-variables.ts';
import type { Variable } from '../../runtime/configuration-variables.ts';

/** Returns the text of docs/configuration.md: every environment variable with its default and meaning. */
export function configurationPage(): string {
  const rows = Object.values<Variable>(variables).map(
    (variable) => `| \`${variable.name}\` | ${defaultOf(variable)} | ${variable.description} |\n`,
  );
  return `# Configuration

<!-- made by npm run documents from runtime/configuration-variables.ts; a test compares -->

Processes read their configuration from environment variables at start. If values are missing or invalid, a process prints
all of them and exits. \`.env.example\` has the same variables. [operations.md](operations.md) explains how to run an installation.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('')}`;
}

function defaultOf(variable: Variable): string {
  if (variable.secret === true) return 'for development only';
  return variable.default === undefined || variable.default === '' ? '–' : `\`${variable.default}\``;
}
