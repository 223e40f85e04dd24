import type { ExecutionContext } from 'ava';
import type { ApiError as ErrorBody } from '../../api-client/api-types.ts';

interface TypedResponse {
  readonly error?: ErrorBody;
  readonly response: Response;
}

/** Asserts the status and the code of an error response. Returns its message. */
export async function expectError(
  t: ExecutionContext,
  request: Promise<TypedResponse>,
  status: number,
  code: ErrorBody['code'],
  title?: string,
): Promise<string> {
  const { error, response } = await request;
  t.deepEqual([response.status, error?.code], [status, code], title);
  return error?.message ?? '';
}
