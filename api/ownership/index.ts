import { addTeamMember } from './add-team-member.ts';
import { assignApplicationOwner } from './assign-application-owner.ts';
import { createTeam } from './create-team.ts';
import { deleteTeam } from './delete-team.ts';
import { getResourceOwnership } from './get-resource-ownership.ts';
import { getTeam } from './get-team.ts';
import { inferenceRuleOperations } from './inference-rules.ts';
import { listApplicationOwners } from './list-application-owners.ts';
import { listOwnershipEvents } from './list-ownership-events.ts';
import { listOwnershipIssues } from './list-ownership-issues.ts';
import { listTeamMembers } from './list-team-members.ts';
import { listTeams } from './list-teams.ts';
import { removeApplicationOwner } from './remove-application-owner.ts';
import { removeTeamMember } from './remove-team-member.ts';
import { updateTeam } from './update-team.ts';

export const ownershipOperations = [
  listTeams,
  createTeam,
  getTeam,
  updateTeam,
  deleteTeam,
  listTeamMembers,
  addTeamMember,
  removeTeamMember,
  listApplicationOwners,
  assignApplicationOwner,
  removeApplicationOwner,
  getResourceOwnership,
  ...inferenceRuleOperations,
  listOwnershipEvents,
  listOwnershipIssues,
];
