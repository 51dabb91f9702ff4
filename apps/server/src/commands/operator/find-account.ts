import { isStorable } from '@envhold/formats/fields/text.ts'
import { conflict, notFound } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { canonical } from '../../features/users/canonical.ts'
import { findUser, findUserByName, type User } from '../../features/users/user-store.ts'

/**
 * Finds the account that an operator names.
 * @throws AppError NOT_FOUND; CONFLICT for a number that is the id of one account and the username of another
 */
export async function findAccount(ctx: DbContext<'secrets'>, nameOrId: string): Promise<User> {
  const name = canonical(nameOrId.trim())
  const named = isStorable(name) ? await findUserByName(ctx, name) : undefined
  const numbered = /^[1-9]\d{0,14}$/.test(name) ? await findUser(ctx, Number(name)) : undefined
  if (named && numbered && named.id !== numbered.id)
    throw conflict('This is the id of one account and the username of another. Use the e-mail address.')
  const account = named ?? numbered
  if (!account) throw notFound('There is no such account.')
  return account
}
