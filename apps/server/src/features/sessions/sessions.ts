/** Sessions: the current user, the list of sessions, signing out and ending sessions. The accounts slice signs users in. */

import * as settings from '@envhold/contract/accounts/account-settings.ts'
import * as accounts from '@envhold/contract/accounts/accounts.ts'
import { notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { transact } from '../audit-log/tx.ts'
import { accountOf } from '../users/account-of.ts'
import { requireUser } from '../users/user-store.ts'
import { deleteSession, deleteSessionOf, deleteSessionsOf, listSessionsOf } from './session-store.ts'

const maxListed = 1_000
/** A confirmed session continues under another id, so a missing one may be signed in. */
const outOfDate = 'This entry is out of date. Load the list of sessions again.'

/** The keys that a session has unlocked. They are dropped when the session ends. */
export interface UnlockedKeys {
  dropSession(sessionId: string): void
  dropUser(userId: number, exceptSession?: string): void
}

export interface SessionWorld extends Context {
  readonly unlocked: UnlockedKeys
}

export const readSession = verb(accounts.readSession, async (ctx, { caller: { userId } }) => {
  const user = await requireUser(ctx, userId)
  return { user: accountOf(ctx, user) }
})

export const listSessions = verb(settings.listSessions, async (ctx, { caller }) => {
  const { userId, session: current } = caller
  const rows = await listSessionsOf(ctx.db, userId, { now: ctx.clock(), limit: maxListed })
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      current: row.id === current.id,
      created_at: wireTime(row.created_at),
      last_seen_at: wireTime(row.last_seen_at),
      expires_at: wireTime(row.expires_at),
      ip_address: row.ip,
      user_agent: row.user_agent,
      signed_in_by: row.signed_in_by,
    })),
  }
})

export const logout = verb(accounts.logout, async (ctx: SessionWorld, { caller, origin }) => {
  const { userId, username, session } = caller
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    await deleteSession(tx.db, session.id)
    tx.revoked({ kind: 'session', userId, subject: session.id })
    const description = `${username} signed out`
    tx.record({ type: 'logout', description })
  })
  ctx.unlocked.dropSession(session.id)
  return { message: 'Signed out' }
})

/** Ends one session on any device and drops the keys that it had unlocked. */
export const endSession = verb(settings.endSession, async (ctx: SessionWorld, call) => {
  const { params, origin } = call
  const { userId, username } = call.caller
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if (!(await deleteSessionOf(tx.db, userId, params.id))) throw notFound(outOfDate)
    tx.revoked({ kind: 'session', userId, subject: params.id })
    const description = `${username} signed out a session`
    tx.record({ type: 'session_ended', description })
  })
  ctx.unlocked.dropSession(params.id)
  return { message: 'Signed out' }
})

/** Ends every session of the user except the caller's. */
export const endOtherSessions = verb(settings.endOtherSessions, async (ctx: SessionWorld, call) => {
  const { origin } = call
  const { userId, username, session } = call.caller
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const ended = await deleteSessionsOf(tx.db, userId, session.id)
    if (ended === 0) return
    tx.revoked({ kind: 'sessions', userId })
    const description = `${username} signed out every other session`
    tx.record({ type: 'session_ended', description })
  })
  ctx.unlocked.dropUser(userId, session.id)
  return { message: 'Every other session is signed out' }
})
