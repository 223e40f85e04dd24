import type { Response } from 'undici';
import type { AnswerBudget } from './answer-budget.ts';
import { ScmError } from './scm-error.ts';

/**
 * Returns the body of a response.
 * @param budget counts the bytes
 * @throws ScmError `too_large` when it has more than `most` bytes after decompression, `unavailable` when its transfer fails.
 */
export async function readCapped(response: Response, most: number, budget?: AnswerBudget): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      const bytes = chunk as Uint8Array;
      size += bytes.length;
      budget?.count(bytes.length);
      // Leaving the loop cancels the body.
      if (size > most) throw new ScmError('too_large', `The response has more than ${most} bytes.`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof ScmError) throw error;
    throw new ScmError('unavailable', 'The connection ended within the response.', { cause: error });
  }
  return Buffer.concat(chunks);
}
