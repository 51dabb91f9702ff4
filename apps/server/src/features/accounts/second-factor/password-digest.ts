import { hash } from 'node:crypto'
import type { User } from '../../users/user-store.ts'

/** Identifies the password of an account, so that what was issued under it ends when the password changes. */
export const passwordDigest = ({ password_hash }: Pick<User, 'password_hash'>): Uint8Array =>
  hash('sha256', password_hash, 'buffer')
