/** What operators do to an account. Its user reads every act, with the reason. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

/** Each act, in the words of the account's page. */
export const operatorActions = {
  approve: 'Approved the account',
  suspend: 'Suspended the account',
  unsuspend: 'Ended the suspension',
  extend_grace: 'Extended the time to restore the account',
  force_delete: 'Permanently deleted the account',
  assign_role: 'Changed the role',
  deactivate_api_key: 'Deactivated an API key',
  remove_factors: 'Started to remove the second factors',
  start_reset: 'Sent a link for a new password',
  end_sessions: 'Signed out all devices',
  grant_plan: 'Gave the account a plan',
  end_granted_plan: 'Took back a plan that an operator gave',
  restore_project: 'Restored a deleted project',
  start_transfer: 'Started to transfer a project',
  end_transfer: 'Called off the transfer of a project',
  job: 'Ran a job that changed the account',
} as const
export type OperatorAction = keyof typeof operatorActions

/** The activity log shows a reason within a sentence. */
export const maxReasonLength = limits.descriptionLength / 2

/** What an act changed, such as `days` or a role. Never a value or the name of a variable. */
export const operatorActionDetails = z.record(
  z.string().max(limits.nameLength),
  z.union([z.string().max(limits.descriptionLength), z.number(), z.boolean(), z.null()]),
)
export type OperatorActionDetails = z.output<typeof operatorActionDetails>

export const operatorActionInfo = z
  .object({
    id: field.id,
    act: z.enum(Object.keys(operatorActions) as [OperatorAction, ...OperatorAction[]]),
    /** Empty where the act needs none. */
    reason: z.string().max(limits.descriptionLength),
    details: operatorActionDetails,
    created_at: field.time,
  })
  .meta({ id: 'OperatorAct' })
