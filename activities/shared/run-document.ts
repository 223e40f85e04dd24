import type { DocumentTask } from '../../runtime/document-workers.ts';

/** Runs a task in a thread, in the share of one organization. */
export type RunDocument = <Input, Output>(task: DocumentTask<Input, Output>, input: Input) => Promise<Output>;
