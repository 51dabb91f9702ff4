import { randomInt } from 'node:crypto'
import { suffixDigits, suggestedUsername } from '@envhold/contract/accounts/accounts.ts'
import type { Db } from '../../../db/connect.ts'
import { canonical } from '../../users/canonical.ts'
import { isUsernameTaken } from '../../users/user-store.ts'

const numbered = 20

/** Derives a free username from an e-mail address: `ada`, or `ada2` when that is taken, and so on. */
export async function suggestUsername(db: Db, email: string): Promise<string> {
  const base = suggestedUsername(email)
  for (let n = 1; n <= numbered; n++) {
    const name = n === 1 ? base : `${base}${n}`
    if (!(await isUsernameTaken(db, canonical(name)))) return name
  }
  return `${base}${randomInt(10 ** (suffixDigits - 1), 10 ** suffixDigits)}`
}
