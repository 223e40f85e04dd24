import { scimErrors } from '../../domain/scim/scim-error.ts';
import { parseScimFilter } from '../../domain/scim/scim-filter.ts';
import type { FilterAttributes, ScimCondition } from '../../domain/scim/scim-filter.ts';
import { scimFieldsOf } from '../../domain/scim/scim-fields.ts';
import { readScimSelection } from '../../domain/scim/select-scim-attributes.ts';
import type { ScimSelection } from '../../domain/scim/select-scim-attributes.ts';

export interface ScimListRequest {
  readonly conditions: readonly ScimCondition[];
  readonly selection: ScimSelection;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

/** Resources of a page. */
export const maximumScimPage = 200;
const defaultPage = 100;
const maximumPageParts = 20_000;
const maximumIndex = 2 ** 31 - 1;
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/**
 * Reads the parameters of a list, or the body of a search. `sortBy` is ignored, as RFC 7644 says of a service that cannot sort.
 * @throws ScimError `invalidFilter`, `invalidValue`
 */
export function readScimList(
  given: Readonly<Record<string, unknown>>,
  attributes: FilterAttributes,
): ScimListRequest {
  const fields = scimFieldsOf(given) ?? new Map<string, unknown>();
  const filter = fields.get('filter');
  if (filter !== undefined && typeof filter !== 'string') throw scimErrors.invalidFilter('must be one text');
  return {
    conditions: filter === undefined ? [] : parseScimFilter(filter, attributes),
    selection: selectionOf(given),
    startIndex: Math.max(1, numberOf(fields.get('startindex'), 'startIndex', 1)),
    count: Math.min(maximumScimPage, Math.max(0, numberOf(fields.get('count'), 'count', defaultPage))),
  };
}

/** Reads `attributes` and `excludedAttributes`. @throws ScimError `invalidValue` */
export function selectionOf(given: Readonly<Record<string, unknown>>): ScimSelection {
  const fields = scimFieldsOf(given);
  return readScimSelection(fields?.get('attributes'), fields?.get('excludedattributes'));
}

/** Returns a page as RFC 7644, section 3.4.2, has it. */
export function listOfScim(
  { startIndex }: ScimListRequest,
  total: number,
  resources: readonly unknown[],
): Readonly<Record<string, unknown>> {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/**
 * Returns the first resources of a page, which have at most 20,000 members or groups in all, and at least one resource. A page can
 * have fewer resources than `count`. Source: RFC 7644, section 3.4.2.4.
 */
export function cutScimPage<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): readonly Row[] {
  let size = 0;
  const end = rows.findIndex((row, index) => {
    size += sizeOf(row);
    return index > 0 && size > maximumPageParts;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function numberOf(value: unknown, parameter: string, initial: number): number {
  if (value === undefined) return initial;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text))
    throw scimErrors.invalidValue(parameter, 'must be a whole number');
  return Math.min(Number(text), maximumIndex);
}
