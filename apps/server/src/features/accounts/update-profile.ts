import type { updateProfile as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Call } from '../../http/route.ts'
import { transact } from '../audit-log/tx.ts'
import { accountOf } from '../users/account-of.ts'
import { canonical } from '../users/canonical.ts'
import { changeUser, findUser, type User } from '../users/user-store.ts'
import { validateUsername } from './validate-username.ts'

const fields = { username: 'the username', first_name: 'the first name', last_name: 'the last name' } as const
const listed = new Intl.ListFormat('en')

const taken = () => {
  const message = 'An account with this username already exists'
  return new AppError('CONFLICT', { message: `${message}.`, details: [{ path: 'username', message }] })
}

/** Changes the user's names. Omitted fields stay as they are; null or an empty string clears a name. */
export async function updateProfile(
  ctx: Context,
  { caller: { userId }, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  if (body.username !== undefined) validateUsername(body.username)
  const stored = transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await findUser(tx, userId)
    if (!user) throw new AppError('UNAUTHENTICATED')
    const wanted = {
      username: (body.username ?? user.username).normalize('NFC'),
      first_name: nameOr(body.firstName, user.first_name),
      last_name: nameOr(body.lastName, user.last_name),
    }
    const what = namesOfChanges(user, wanted)
    if (what.length === 0) return user
    const change = { ...wanted, username_canonical: canonical(wanted.username) }
    const changed = await changeUser(tx, user, change)
    if (!changed) throw new AppError('UNAVAILABLE')
    const description = `${user.username} changed ${listed.format(what)}`
    tx.record({ type: 'account_updated', severity: 'low', description })
    return changed
  })
  const user = await stored.catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error
  })
  return { user: accountOf(ctx, user) }
}

const nameOr = (given: string | null | undefined, before: string | null) =>
  given === undefined ? before : given?.trim().normalize('NFC') || null

const namesOfChanges = (before: User, wanted: Pick<User, keyof typeof fields>) =>
  (Object.keys(fields) as (keyof typeof fields)[])
    .filter((field) => before[field] !== wanted[field])
    .map((field) => fields[field])
