import type { Form } from '../form.ts';
import { breaksWithout, dependsOn, relatedTo, uses } from './graph.ts';
import { changesOf, countChanged, countChangesOf, groupChanged, listChanged, whoChanged } from './changes.ts';
import {
  lastEntities,
  lastPlan,
  lastRun,
  newestPlanEffect,
  planEffect,
  runsOfResource,
  showPlanForm,
} from './ci.ts';
import { codeOf, managedBy, missing } from './code.ts';
import { compareCounts, compareMore, compareOverall, compareTypes } from './compare.ts';
import { countDeleted, countEntities, countOwned, countResourcesForm } from './count.ts';
import {
  groupEntities,
  groupResourcesForm,
  leastResources,
  mostCommonType,
  maximumResources,
  usedValues,
} from './group.ts';
import { help, whichModel } from './help.ts';
import { listDeleted, listEntities, listFiltered, listOwned, listResources } from './list.ts';
import { describeRecord, hasTag, isManaged, propertyForms, showRecord, whenSeen } from './one.ts';
import { membershipForms, whoOwns } from './ownership.ts';
import { coverage, freshness, notScanned, stale } from './trust.ts';

/** Every form, in the order in which a question is compared with them. */
export const forms: readonly Form[] = [
  whichModel,
  help,
  coverage,
  freshness,
  notScanned,
  stale,
  compareCounts,
  compareMore,
  compareTypes,
  compareOverall,
  countChanged,
  countChangesOf,
  groupChanged,
  listChanged,
  whoChanged,
  changesOf,
  countDeleted,
  countResourcesForm,
  countOwned,
  countEntities,
  groupResourcesForm,
  groupEntities,
  mostCommonType,
  maximumResources,
  leastResources,
  whoOwns,
  listOwned,
  ...membershipForms,
  codeOf,
  managedBy,
  missing,
  dependsOn,
  uses,
  relatedTo,
  breaksWithout,
  lastPlan,
  lastRun,
  lastEntities,
  planEffect,
  newestPlanEffect,
  showPlanForm,
  runsOfResource,
  whenSeen,
  isManaged,
  hasTag,
  ...propertyForms,
  listDeleted,
  listResources,
  listFiltered,
  listEntities,
  usedValues,
  showRecord,
  describeRecord,
];
