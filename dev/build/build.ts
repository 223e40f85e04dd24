import '../../runtime/check-node.mjs';
import { updateWorkflowBundles } from '../../worker/workflow-bundles.ts';

/** `npm run build`: writes to build/ what production loads and git does not keep: the workflow bundles. */
await updateWorkflowBundles();
