import '../../runtime/check-node.mjs';
import { updateWorkflowBundles } from '../../worker/workflow-bundles.ts';
import { updateConsole } from '../console/console-build.ts';

/** `npm run build`: writes to build/ what production loads and git does not keep: the workflow bundles and the console. */
await Promise.all([updateWorkflowBundles(), updateConsole()]);
