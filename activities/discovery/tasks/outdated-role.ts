import { currentTemplateVersion, isTemplateBehind } from '../../../domain/connections/template-version.ts';
import { isLackOfPermission, notPermittedCode } from '../../../domain/discovery/tasks/not-permitted.ts';
import type { CellResult } from '../../../domain/discovery/tasks/scan-outcomes.ts';
import { listCellsReadBefore } from '../../../db/discovery/cells-read-before.ts';
import type { Attempt } from '../../../db/discovery/attempt.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { deniedAction } from '../../../clients/aws/classify-aws-error.ts';

/**
 * Replaces denials of cells that the role of an older template was never given: they are `not_permitted`, which is no failure.
 * A cell that was read before is `denied`, because the role has lost the permission.
 *
 * @param templateVersion - version of the role's template; `null` when unknown
 */
export async function explainOutdatedRole(
  tenant: Tenant,
  attempt: Attempt,
  templateVersion: string | undefined,
  cells: readonly CellResult[],
): Promise<readonly CellResult[]> {
  if (!isTemplateBehind(templateVersion)) return cells;
  const actions = new Map(cells.flatMap((cell) => missingActionOf(cell)));
  if (actions.size === 0) return cells;
  const readBefore = await listCellsReadBefore(tenant, attempt, [...actions.keys()]);
  return cells.map((cell): CellResult => {
    const { resourceType } = cell;
    const action = actions.get(resourceType);
    if (action === undefined || readBefore.includes(resourceType)) return cell;
    const error = `The role of template version ${templateVersion} lacks the action ${action}. Update it to version ${currentTemplateVersion}.`;
    return { resourceType, outcome: 'not_permitted', errorCode: notPermittedCode, error };
  });
}

/** The action that no policy of the role allows; none when a policy denies it, or when the role is gone. */
function missingActionOf({ resourceType, outcome, error = '' }: CellResult): (readonly [string, string])[] {
  const action = outcome === 'denied' && isLackOfPermission(error) ? deniedAction(error) : undefined;
  return action === undefined || action === 'sts:AssumeRole' ? [] : [[resourceType, action]];
}
