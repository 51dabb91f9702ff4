import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { boundNames } from '../../../mail/name-list.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { findUser } from '../../users/user-store.ts'

/** One mail names everything that was deleted from an archive in one run. */
export const mailDeleted = (ctx: Context, userId: number, deleted: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const user = await findUser(tx, userId)
    if (!user) return
    const { names: projects, more: moreProjects } = boundNames(deleted)
    await queueMail(tx, 'archivedProjectsDeleted', {
      to: user.email,
      variables: { projects, moreProjects },
    })
  })
