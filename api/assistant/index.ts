import type { Operation } from '../http/operation.ts';
import {
  archiveConversation,
  createConversation,
  deleteConversation,
  getConversation,
  listConversations,
  updateConversation,
} from './conversations.ts';
import { listAssistantAuditLog } from './list-audit-log.ts';
import { getAssistantSettings, updateAssistantSettings } from './settings.ts';
import { askQuestion, cancelTurn, streamTurnEvents } from './turns.ts';

export const assistantOperations: readonly Operation[] = [
  listConversations,
  createConversation,
  getConversation,
  updateConversation,
  deleteConversation,
  archiveConversation,
  askQuestion,
  streamTurnEvents,
  cancelTurn,
  getAssistantSettings,
  updateAssistantSettings,
  listAssistantAuditLog,
];
