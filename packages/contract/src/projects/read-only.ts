import type { ReadOnlyReason } from './projects.ts'

/** Why nobody can change a project for now, for everybody in it: nothing about the owner's plan. */
export const readOnlyMessages: Readonly<Record<ReadOnlyReason, string>> = {
  grace_period: 'Read-only during grace period',
  owner_suspended: 'Read-only while the owner’s account is suspended',
}

/** Why the owner cannot create a project during a grace period. */
export const createBlockedMessage =
  'Cannot create projects during grace period - please archive excess projects or upgrade'
