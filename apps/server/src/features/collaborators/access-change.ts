import type { CollaboratorRole } from '@envhold/contract/collaborators.ts'
import { may } from '@envhold/contract/roles.ts'
import type { Context } from '../../context.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { type UnlockCall, unlock, unlockIfGiven } from '../keyring/unlock.ts'
import { environmentsText, sharedIn } from '../projects/membership-store.ts'

/** The access of a collaborator, or the access that an invitation offers, as stored in their rows. */
interface Access {
  readonly role: CollaboratorRole
  readonly environments: string
}

/** The change that a request makes to an access. */
export interface AccessChange extends Access {
  readonly added: readonly number[]
  readonly removed: readonly number[]
  readonly isRaised: boolean
  readonly isNone: boolean
}

interface WantedAccess {
  readonly role?: CollaboratorRole | undefined
  readonly environments?: readonly number[] | undefined
}

/** Computes a change. Omitted fields keep their values. */
export function accessChange(wanted: WantedAccess, before: Access): AccessChange {
  const had = sharedIn(before)
  const shared = wanted.environments ?? had
  const role = wanted.role ?? before.role
  const environments = environmentsText(shared)
  return {
    role,
    environments,
    added: shared.filter((id) => !had.includes(id)),
    removed: had.filter((id) => !shared.includes(id)),
    isRaised: may(role, 'write') && !may(before.role, 'write'),
    isNone: role === before.role && environments === before.environments,
  }
}

/** Opens the vault for a change. Adding environments needs it; removed ones are re-keyed at once if it is unlocked. */
export const unlockForChange = (
  ctx: Context,
  ring: Keyring,
  call: UnlockCall,
  { added }: AccessChange,
): Promise<KeyHolder | null> => (added.length > 0 ? unlock(ctx, ring, call) : unlockIfGiven(ctx, ring, call))
