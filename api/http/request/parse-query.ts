import { parse } from 'node:querystring';
import { errors } from '../../../domain/errors.ts';

const maximumParameters = 1000;

/**
 * Parses a query string; Express passes none for a URL without one. A repeated parameter is an array.
 * @throws CatalogueError `validation_failed` for too many parameters, of which Node would ignore the last ones.
 */
export function parseQuery(text: string | null | undefined): Record<string, unknown> {
  if (text === null || text === undefined) return {};
  if (text.split('&', maximumParameters + 1).length > maximumParameters)
    throw errors.validationFailed('query', `must have at most ${maximumParameters} parameters`);
  return parse(text);
}
