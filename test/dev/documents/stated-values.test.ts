import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';
import { intents } from '../../../commands/assistant/embedded/intents/intents.ts';
import { conversationLimits, eventRetentionDays, turnLimits } from '../../../domain/assistant/turn-limits.ts';
import { permissionGroups } from '../../../domain/connections/cloud-control-access.ts';
import { tasksPerActivity } from '../../../domain/discovery/tasks/scan-input.ts';
import { maximumDepth, maximumLeaves } from '../../../domain/ownership/condition.ts';
import { maximumGlobLength, maximumValues } from '../../../domain/ownership/condition-limits.ts';
import { maximumNewApplications } from '../../../domain/ownership/application-names.ts';
import { minimumVerdicts } from '../../../domain/ownership/rule-precision.ts';
import { activitySlots, scanActivitiesInFlight } from '../../../domain/runs/activity-slots.ts';
import { coverageHistoryDays } from '../../../db/mapping/coverage/coverage-history-store.ts';
import { planValueDays } from '../../../db/plans/plans/delete-plan-values.ts';

const count = (value: number): string => value.toLocaleString('en-US');

/** Page → texts that contain values of the code. */
const stated: Readonly<Record<string, readonly string[]>> = {
  'assistant.md': [
    `chooses one of ${intents.length} intents`,
    `| turns of a conversation | ${conversationLimits.turns} |`,
    `| running turns of a member, of an organization | ${conversationLimits.runningOfMember}, ${conversationLimits.runningOfOrganization} |`,
    `| time of a turn | ${turnLimits.seconds} s |`,
    `| history | ${turnLimits.historyTurns} completed turns, ${count(turnLimits.historyCharacters)} characters |`,
    `Events can be read for ${eventRetentionDays} days`,
  ],
  'discovery.md': [
    `the template has ${permissionGroups.length} **permission groups**`,
    `The ${tasksPerActivity} tasks of an activity`,
  ],
  'operations.md': [
    `A worker runs ${activitySlots} activities per queue, one scan at most ${scanActivitiesInFlight}.`,
    `| Values of the changes of plans | ${planValueDays} days |`,
    `| Coverage of the mapping by day | ${coverageHistoryDays} days |`,
    `settings; ${eventRetentionDays} days; 400 days |`,
  ],
  'ownership.md': [
    `${maximumDepth} levels, of which a leaf is one; ${maximumLeaves} leaves; ${maximumValues} values in a list`,
    `| Length of a glob | ${maximumGlobLength} characters |`,
    `| New applications of a \`name_from_tag\` rule in one run | ${maximumNewApplications} |`,
    `A rule with ${minimumVerdicts === 10 ? 'ten' : minimumVerdicts} reviews since`,
  ],
};

for (const [page, texts] of Object.entries(stated))
  test(`docs/${page} states the values of the code`, (t) => {
    const document = readFileSync(path.join(devConfiguration.projectFolder, 'docs', page), 'utf8');
    const words = document.replaceAll(/\s+/g, ' ');
    for (const text of texts) t.true(words.includes(text), text);
  });
