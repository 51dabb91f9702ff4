import { randomInt } from 'node:crypto'
import { limits } from '@envhold/contract/limits.ts'
import type { Db } from '../../db/connect.ts'
import { canonical } from './canonical.ts'
import { isUsernameTaken } from './user-store.ts'

const numbered = 20
const digits = 6

/** A username from an e-mail address: `ada`, or `ada2` where that is taken, and so on. */
export async function freeUsername(db: Db, email: string): Promise<string> {
  const [local = ''] = email.split('@')
  const base = local.slice(0, limits.nameLength - digits)
  for (let n = 1; n <= numbered; n++) {
    const name = n === 1 ? base : `${base}${n}`
    if (!(await isUsernameTaken(db, canonical(name)))) return name
  }
  return `${base}${randomInt(10 ** (digits - 1), 10 ** digits)}`
}
