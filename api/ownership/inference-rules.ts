import { createInferenceRule } from './create-inference-rule.ts';
import { deleteInferenceRule } from './delete-inference-rule.ts';
import { getInferenceRule } from './get-inference-rule.ts';
import { listInferenceRules } from './list-inference-rules.ts';
import { previewInferenceRule } from './preview-inference-rule.ts';
import { updateInferenceRule } from './update-inference-rule.ts';

export const inferenceRuleOperations = [
  listInferenceRules,
  createInferenceRule,
  previewInferenceRule,
  getInferenceRule,
  updateInferenceRule,
  deleteInferenceRule,
];
