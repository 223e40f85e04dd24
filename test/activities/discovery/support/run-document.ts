import type { RunDocument } from '../../../../activities/shared/run-document.ts';
import { createDocumentWorkers } from '../../../../runtime/document-workers.ts';

const workers = createDocumentWorkers();

/** Runs document tasks in the threads of the test process. */
export const runDocument: RunDocument = (task, input) => workers.run('test', task, input);
