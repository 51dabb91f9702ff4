import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

/** A project that is shared with the caller, and that nobody or only the caller cannot use now. */
export const unavailableProject = z
  .object({
    id: field.id,
    name: z.string().max(limits.nameLength),
    user_role: z.enum(['read', 'write']),
    owner_username: z.string().max(limits.nameLength),
    owner_email: z.string().max(limits.emailLength),
    reason: z.enum(['archived_by_owner', 'archived_by_plan', 'access_paused', 'owner_deleted']),
    /** When it is deleted; null if that is not planned. */
    until: field.time.nullable(),
  })
  .meta({ id: 'UnavailableProject' })
export type UnavailableProject = z.output<typeof unavailableProject>

/**
 * Why a project cannot be used, in one sentence.
 * @param day until when it can come back, as the reader writes dates; null if that has no end
 */
export function unavailableText(reason: UnavailableProject['reason'], day: string | null): string {
  const until = day === null ? '' : ` until ${day}`
  switch (reason) {
    case 'archived_by_owner':
      return `Archived by its owner${until}`
    case 'archived_by_plan':
      return `Archived${until}: the owner’s plan does not allow as many projects`
    case 'access_paused':
      return 'Your access is paused: the owner’s plan does not allow as many collaborators'
    case 'owner_deleted':
      return `The owner’s account was deleted, and can be restored${until}`
  }
}
