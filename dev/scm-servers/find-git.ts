import { runTool } from '../stack/run-tool.ts';

/** `git merge-tree --write-tree` exists since this version. */
const lowest: readonly [number, number] = [2, 38];

/**
 * Returns `undefined` when git is recent enough for the GitHub and GitLab servers, else the reason why it is not.
 *
 * @param command default: `git` on PATH
 */
export async function findGitProblem(command = 'git'): Promise<string | undefined> {
  const { code, output } = await runTool(command, ['--version']);
  const needed = `git ${lowest.join('.')} or later on PATH`;
  if (code !== 0) return `needs ${needed}; git was not found`;
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? [];
  const isRecent = Number(major) > lowest[0] || (Number(major) === lowest[0] && Number(minor) >= lowest[1]);
  return isRecent ? undefined : `needs ${needed}; found ${output.trim()}`;
}
