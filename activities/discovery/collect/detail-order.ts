import type { DetailCall } from '../../../domain/discovery/declaration/collector.ts';

export type BatchDetail = DetailCall & Required<Pick<DetailCall, 'batch'>>;
export type JoinDetail = DetailCall & Required<Pick<DetailCall, 'join'>>;

export function isBatch(detail: DetailCall): detail is BatchDetail {
  return detail.batch !== undefined;
}

export function isJoin(detail: DetailCall): detail is JoinDetail {
  return detail.join !== undefined;
}

/** Whether one call adds the detail to several items. */
export const servesSeveral = (detail: DetailCall): boolean => isBatch(detail) || isJoin(detail);

/** Divides details into runs of calls for one item, and single calls for several items; in their order. */
export function runsOf(details: readonly DetailCall[]): readonly (readonly DetailCall[])[] {
  const runs: DetailCall[][] = [];
  let perItem: DetailCall[] | undefined;
  for (const detail of details) {
    if (servesSeveral(detail)) {
      runs.push([detail]);
      perItem = undefined;
    } else if (perItem === undefined) runs.push((perItem = [detail]));
    else perItem.push(detail);
  }
  return runs;
}

/**
 * Divides details into stages, in their order: the calls of a stage are made at the same time, after those of the stages
 * before. A call that needs results of others begins a stage.
 */
export function stagesOf(
  details: readonly DetailCall[],
  needsOthers: (detail: DetailCall) => boolean,
): readonly (readonly DetailCall[])[] {
  const stages: DetailCall[][] = [[]];
  for (const detail of details) {
    if (needsOthers(detail)) stages.push([detail]);
    else stages.at(-1)?.push(detail);
  }
  return stages.filter(({ length }) => length > 0);
}
