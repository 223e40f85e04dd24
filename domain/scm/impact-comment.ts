import { codeSpan } from './markdown.ts';
import { countsText } from './plan-impact.ts';
import type { ImpactSection, PlanRisk } from './plan-impact.ts';

/** The first line of the comment, by which it is found again. */
export const impactMarker = '<!-- cloud-inventory:impact -->';

/** GitHub allows 65,536 characters, GitLab more. */
const mostCharacters = 60_000;
const mostRisks = 20;
const mostNames = 10;
const longestPath = 300;
const longestAddress = 300;
const longestName = 100;
const longestDetail = 300;

/** Returns the Markdown of the comment of a pull request, with a section for each project. */
export function impactComment(sections: readonly ImpactSection[]): string {
  const texts = sections.map(sectionText);
  let length = 0;
  const fitting = texts.filter((text) => (length += text.length) <= mostCharacters);
  const left = texts.length - fitting.length;
  const rest =
    left === 0 ? [] : [`${left} more ${left === 1 ? 'project does' : 'projects do'} not fit here.`];
  return [impactMarker, '### Impact on the cloud inventory', ...fitting, ...rest].join('\n\n');
}

function sectionText({ projectId, projectPath, commitSha, impact }: ImpactSection): string {
  const { counts, unmapped, applications, teams, risks } = impact;
  const lines = [
    `<!-- cloud-inventory:project ${projectId} -->`,
    `#### ${codeSpan(projectPath, longestPath)}`,
    '',
    `Plan of ${codeSpan(commitSha.slice(0, 8), longestName)}: ${countsText([counts])}.`,
    ...(unmapped === 0 ? [] : ['', `Changes of resources that are not in the inventory: ${unmapped}.`]),
    ...namesLine('Applications', applications),
    ...namesLine('Teams', teams),
    ...(risks.length === 0 ? [] : ['', ...risks.slice(0, mostRisks).map(riskLine)]),
    ...(risks.length <= mostRisks ? [] : [`- ${risks.length - mostRisks} more risks`]),
  ];
  return lines.join('\n');
}

function namesLine(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, mostNames).map((name) => codeSpan(name, longestName));
  const more = names.length - shown.length;
  return ['', `${title}: ${[...shown, ...(more === 0 ? [] : [`${more} more`])].join(', ')}.`];
}

function riskLine({ severity, kind, address, detail }: PlanRisk): string {
  const text = detail === '' ? '' : `: ${codeSpan(detail, longestDetail)}`;
  return `- **${severity}** ${codeSpan(kind, longestName)} ${codeSpan(address, longestAddress)}${text}`;
}
