import { codeSpan } from './markdown.ts';
import { countsText } from './plan-impact.ts';
import type { ImpactSection, PlanRisk } from './plan-impact.ts';

/** The first line of the comment, by which it is found again. */
export const impactMarker = '<!-- cloud-inventory:impact -->';

/** GitHub allows 65,536 characters, GitLab more. */
const maximumCharacters = 60_000;
const maximumAddresses = 20;
const maximumNames = 10;
const maximumPathLength = 300;
const maximumAddressLength = 300;
const maximumNameLength = 100;
const maximumDetailLength = 300;

/**
 * Returns the Markdown of the comment of a pull request, with a section for each project and workspace.
 *
 * @param urlOf - returns the URL of a plan
 */
export function impactComment(sections: readonly ImpactSection[], urlOf: (planId: string) => string): string {
  const texts = sections.map((section) => sectionText(section, urlOf));
  let length = 0;
  const fitting = texts.filter((text) => (length += text.length) <= maximumCharacters);
  const left = texts.length - fitting.length;
  const rest =
    left === 0 ? [] : [`${left} more ${left === 1 ? 'project does' : 'projects do'} not fit here.`];
  return [impactMarker, '### Impact on the cloud inventory', ...fitting, ...rest].join('\n\n');
}

function sectionText(section: ImpactSection, urlOf: (planId: string) => string): string {
  const { projectId, projectPath, workspace, commitSha, impact } = section;
  const { counts, unmapped, applications, teams, risks, planId } = impact;
  const isDefault = workspace === '' || workspace === 'default';
  const plan = planId === undefined ? 'Plan' : `[Plan](${urlOf(planId)})`;
  const lines = [
    `<!-- cloud-inventory:project ${projectId} -->`,
    `#### ${codeSpan(projectPath, maximumPathLength)}${isDefault ? '' : `, workspace ${codeSpan(workspace, maximumNameLength)}`}`,
    '',
    `${plan} of ${codeSpan(commitSha.slice(0, 8), maximumNameLength)}: ${countsText([counts])}.`,
    ...(impact.isErrored === true ? ['', 'The plan ended with an error and is not complete.'] : []),
    ...(unmapped === 0 ? [] : ['', `Changes of resources that are not in the inventory: ${unmapped}.`]),
    ...namesLine('Applications', applications),
    ...namesLine('Teams', teams),
    ...riskLines(risks),
  ];
  return lines.join('\n');
}

/** Returns a line for each of the first 20 addresses. The severity is that of the address's first risk. */
function riskLines(risks: readonly PlanRisk[]): readonly string[] {
  if (risks.length === 0) return [];
  const byAddress = Map.groupBy(risks, ({ address }) => address);
  const lines = [...byAddress].slice(0, maximumAddresses).map(([address, found]) => {
    const severity = found[0]?.severity ?? 'low';
    return `- **${severity}** ${codeSpan(address, maximumAddressLength)}: ${found.map(riskText).join(', ')}`;
  });
  const more = byAddress.size - lines.length;
  return ['', ...lines, ...(more <= 0 ? [] : [`- ${more} more ${more === 1 ? 'address' : 'addresses'}`])];
}

function namesLine(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, maximumNames).map((name) => codeSpan(name, maximumNameLength));
  const more = names.length - shown.length;
  return ['', `${title}: ${[...shown, ...(more === 0 ? [] : [`${more} more`])].join(', ')}.`];
}

function riskText({ kind, detail }: PlanRisk): string {
  const text = detail === '' ? '' : ` ${codeSpan(detail, maximumDetailLength)}`;
  return `${codeSpan(kind, maximumNameLength)}${text}`;
}
