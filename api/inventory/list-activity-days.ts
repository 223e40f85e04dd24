import { z } from 'zod';
import { listActivityDays } from '../../db/inventory/search/list-activity-days.ts';
import { listOf, pageOfShortList, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { wholeNumber } from '../http/schemas.ts';

const maximumDays = 90;
const defaultDays = 30;
const count = z.int();

const ActivityDay = z
  .object({
    day: z.iso.date().describe('The day in UTC'),
    changes: z
      .object({
        created: count.describe('Resources that were found for the first time'),
        updated: count.describe('Resources whose configuration or tags changed'),
        deleted: count.describe('Resources that no longer exist'),
        reappeared: count.describe('Deleted resources that exist again'),
        unexplained: count.describe('Changes that no execution, plan or pull request explains'),
      })
      .describe('Numbers of changes, by the time at which they occurred'),
    drifted: count.describe('Number of times that a resource began to differ from its code'),
    drift_resolved: count.describe('Number of times that a resource stopped to differ from its code'),
    resources: count
      .optional()
      .describe(
        'Resources at the end of the day, as the coverage history counts them; absent without figures',
      ),
  })
  .meta({ id: 'ActivityDay' });

export const listActivityDaysOperation = operation({
  id: 'listActivityDays',
  method: 'GET',
  path: '/overview/days',
  tag: 'Resources',
  summary: 'Count resources, changes and drift for each day',
  description:
    'Returns the last UTC days with today, oldest first. A day on which nothing happened has zeros.',
  access: 'resources:read',
  transaction: 'snapshot',
  query: z.strictObject({
    days: wholeNumber(1, maximumDays).default(defaultDays).describe('Number of days, today included'),
    ...shortListParameters,
  }),
  success: [200, listOf(ActivityDay)],
  async handle(context) {
    const days = await listActivityDays(context.tenant, context.query.days);
    const items = days.map(({ day, drifted, driftResolved, resources, ...changes }) => ({
      day,
      changes,
      drifted,
      drift_resolved: driftResolved,
      resources,
    }));
    return pageOfShortList(context, 'activity_days', items, ({ day }) => day);
  },
});
