import { errors } from '../../domain/errors.ts';
import type { ScimAnswer, ScimContext, ScimRoute } from './scim-route.ts';

type Handler = ScimRoute['handle'];

interface ScimResourceHandlers<Row> {
  readonly list: (context: ScimContext, given: Readonly<Record<string, unknown>>) => Promise<ScimAnswer>;
  readonly create: Handler;
  /** Returns `undefined` for an unknown id. */
  readonly find: (context: ScimContext) => Promise<Row | undefined>;
  readonly answer: (context: ScimContext, status: 200, row: Row) => Promise<ScimAnswer>;
  readonly replace: Handler;
  readonly patch: Handler;
  readonly remove: Handler;
}

/** Returns the requests about one kind of resources. Source: RFC 7644, table 2. */
export function scimResourceRoutes<Row>(
  place: 'Users' | 'Groups',
  handlers: ScimResourceHandlers<Row>,
): readonly ScimRoute[] {
  const { list, create, find, answer, replace, patch, remove } = handlers;
  const [all, one] = [`/${place}`, `/${place}/{id}`];
  const read = async (context: ScimContext) => {
    const row = await find(context);
    if (row === undefined) throw errors.notFound();
    return answer(context, 200, row);
  };
  return [
    { method: 'GET', path: all, reads: true, handle: (context) => list(context, context.query) },
    { method: 'POST', path: `${all}/.search`, reads: true, handle: (context) => list(context, context.body) },
    { method: 'POST', path: all, reads: false, handle: create },
    { method: 'GET', path: one, reads: true, handle: read },
    { method: 'PUT', path: one, reads: false, handle: replace },
    { method: 'PATCH', path: one, reads: false, handle: patch },
    { method: 'DELETE', path: one, reads: false, handle: remove },
  ];
}
