import type { DbContext } from '../../context.ts'
import { createRowWatch, type RowWatch } from '../../db/row-watch.ts'
import { listEnded } from '../sessions/session-store.ts'
import { listInactive } from '../users/user-store.ts'
import { accessTexts } from './shared-project-store.ts'

interface AccessWait {
  readonly userId: number
  readonly sessionId: string
  /** The user's text in `accessTexts` when the caller read the access. */
  readonly known: string
}

/** A wait is over when what the user owns or others share changes, the session has ended, or the account is not active. */
export type AccessWatch = RowWatch<AccessWait>

export const createAccessWatch = ({ db }: DbContext): AccessWatch =>
  createRowWatch(async (waits) => {
    const users = [...new Set(waits.map(({ userId }) => userId))]
    const texts = await accessTexts(db, users)
    const ended = new Set(
      await listEnded(
        db,
        waits.map(({ sessionId }) => sessionId),
      ),
    )
    const inactive = new Set(await listInactive(db, users))
    return ({ userId, sessionId, known }) =>
      inactive.has(userId) || ended.has(sessionId) || (texts.get(userId) ?? '') !== known
  })
