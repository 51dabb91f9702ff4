import { deviceName } from '@envhold/contract/personal-tokens/device-name.ts'
import type { Token } from '@envhold/integrity/token.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import { noticeVariables, queueMail } from '../../mail/queue-mail.ts'
import type { LockedPlace } from '../../mail/templates/sign-in.ts'
import { momentOf } from '../../mail/wording.ts'
import type { AttemptCount } from '../users/attempt-limits.ts'
import { type AttemptRule, raiseAttempts } from '../users/attempt-store.ts'
import { findUser } from '../users/user-store.ts'
import { type DeviceProof, hasProved } from './device-store.ts'
import { findSession, type Session } from './session-store.ts'

const windowMs = 15 * 60_000

interface SecretLimit {
  /** In the plural, as mails and the activity log name them. */
  readonly wrongOnes: string
  /** How many lock one session, or one sign-in. */
  readonly each: number
  /** How many lock all sessions on one device, or on all devices that have proved nothing. */
  readonly total: number
  /** A device that has proved one of these counts apart, so that nobody elsewhere locks it. */
  readonly proofs: readonly DeviceProof[]
}

const vault = { each: 10, total: 30, proofs: ['vault_opened_at'] } as const
const code = { each: 5, total: 15, proofs: ['second_factor_at'] } as const

/** The secrets that signed-in users are asked for, by the kind of their counts. Each is locked apart from the others. */
const secretLimits = {
  'master-password': { ...vault, wrongOnes: 'wrong master passwords' },
  'passkey-unlock': { ...vault, wrongOnes: 'wrong passkeys' },
  recovery: { ...vault, wrongOnes: 'wrong recovery keys' },
  totp: { ...code, wrongOnes: 'wrong codes of the authenticator app' },
  'recovery-code': { ...code, wrongOnes: 'wrong recovery codes' },
  'totp-set-up': {
    wrongOnes: 'wrong codes of a new authenticator app',
    each: 10,
    total: 30,
    proofs: ['vault_opened_at', 'second_factor_at'],
  },
} as const satisfies Record<string, SecretLimit>

export type SecretKind = keyof typeof secretLimits
export const secretKinds = Object.keys(secretLimits) as SecretKind[]

/** Who attempts a secret: in a session, or while signing in. */
export interface Attempter {
  readonly userId: number
  readonly session?: Pick<Token, 'id'>
  /** The device, if it is known. */
  readonly deviceId: string | null
}

export interface SecretCount extends AttemptCount {
  readonly place: LockedPlace
  /** `10 wrong master passwords` */
  readonly attempts: string
}

const placeNames: Readonly<Record<LockedPlace, string>> = {
  session: 'in this session',
  device: 'on this device',
  'new-devices': 'on new devices',
}

const lockedTexts: Readonly<Record<LockedPlace, string>> = {
  session: 'in this session; other sessions are not affected',
  device: 'on this device; other devices are not affected',
  'new-devices': 'on new devices; those that you have used for this before are not affected',
}

/** The count of one session. */
export const sessionCount = (kind: SecretKind, sessionId: string): SecretCount =>
  countOf(kind, 'session', { kind, identity: sessionId, limit: secretLimits[kind].each })

/** Finds what an attempt counts for. */
export async function findSecretCounts(
  { db }: DbContext,
  kind: SecretKind,
  { userId, session, deviceId }: Attempter,
): Promise<{ readonly own: SecretCount; readonly shared?: SecretCount }> {
  const { each, total, proofs } = secretLimits[kind]
  const isProved = deviceId !== null && (await hasProved(db, { userId, deviceId }, proofs))
  const place = isProved ? 'device' : 'new-devices'
  const identity = isProved ? deviceId : String(userId)
  if (!session) return { own: countOf(kind, place, { kind, identity, limit: each }) }
  return {
    own: sessionCount(kind, session.id),
    shared: countOf(kind, place, { kind: `${kind}-total`, identity, limit: total }),
  }
}

function countOf(
  secret: SecretKind,
  place: LockedPlace,
  { kind, identity, limit }: { readonly kind: string; readonly identity: string; readonly limit: number },
): SecretCount {
  return {
    rule: { kind, limit, windowMs },
    identity,
    place,
    attempts: `${limit} ${secretLimits[secret].wrongOnes}`,
    locked: `Too many wrong attempts ${lockedTexts[place]}. Please try again later.`,
  }
}

/** An attack goes on for days, and the first mails say what to do. The activity log has every lock. */
const mailsADay: AttemptRule = { kind: 'lock-mail', limit: 3, windowMs: 24 * 3_600_000 }

/**
 * Mails the owner of an account what wrong attempts have locked, and in which session they were made.
 * @returns the same for the activity log
 */
export async function reportLock(
  tx: TrxContext<'clock' | 'mail' | 'secrets'>,
  { place, attempts }: SecretCount,
  { userId, session }: Attempter,
  origin: Origin,
): Promise<string> {
  const started = session && (await findSession(tx.db, session.id))
  const user = await findUser(tx, userId)
  if (user && (await raiseAttempts(tx, mailsADay, String(userId))).count <= mailsADay.limit)
    await queueMail(tx, 'attemptsLocked', {
      to: user.email,
      variables: {
        ...noticeVariables(tx, userId, origin),
        place,
        attempts,
        signedInAt: started?.created_at ?? 0,
        signedInWith: started?.user_agent ?? '',
        signedInFrom: started?.ip ?? '',
      },
    })
  return `no more are accepted ${placeNames[place]} for 15 minutes${started ? describe(started) : ''}`
}

const describe = ({ user_agent, created_at, ip }: Session) =>
  ` (session of ${deviceName(user_agent)}, signed in on ${momentOf(created_at)} from ${ip})`
