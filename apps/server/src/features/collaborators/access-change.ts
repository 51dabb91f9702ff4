import type { CollaboratorRole } from '@envhold/contract/collaborators/collaborators.ts'
import type { PersonalTokenPermission } from '@envhold/contract/permissions.ts'
import { may } from '@envhold/contract/projects/projects.ts'
import { AppError, forbidden } from '../../app-error.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Tx } from '../audit-log/tx.ts'
import { requireEnvironmentsOf } from '../environments/environment-access.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import type { KeyHolder, VaultWorld } from '../keyring/keyring.ts'
import type { PrincipalRow, StoredPrincipal } from '../keyring/principal-store.ts'
import { type UnlockCall, unlock, unlockIfGiven } from '../keyring/unlock.ts'
import { environmentsText, sharedIn } from '../projects/membership-store.ts'
import { requireRight } from '../projects/project-access.ts'
import type { OwnedProject } from '../projects/project-store.ts'

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
export function accessChange(access: WantedAccess, before: Access): AccessChange {
  const had = sharedIn(before)
  const shared = access.environments ?? had
  const role = access.role ?? before.role
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
  world: VaultWorld,
  call: UnlockCall,
  { added }: AccessChange,
): Promise<KeyHolder | null> => (added.length > 0 ? unlock(world, call) : unlockIfGiven(world, call))

const needed: Record<CollaboratorRole, readonly PersonalTokenPermission[]> = {
  read: ['read_variables', 'read_schema'],
  write: ['read_variables', 'read_schema', 'write_variables'],
}

/**
 * Rejects sharing more than the caller may do. Otherwise a personal token that manages projects but cannot read values
 * could invite someone who reads them for it.
 * @throws AppError FORBIDDEN
 */
export function requireShareable(caller: UserCaller, role: CollaboratorRole): void {
  if (caller.kind !== 'personal-token') return
  const missing = needed[role].find((name) => !caller.permissions.includes(name))
  if (missing)
    throw forbidden(`The collaborator would have the permission ${missing}, which this token does not have.`)
}

/** @throws AppError FORBIDDEN, PROJECT_READ_ONLY, VALIDATION_FAILED */
export async function requireAllowedChange(
  tx: Tx,
  caller: UserCaller,
  project: OwnedProject,
  { role, isRaised, added }: AccessChange,
): Promise<void> {
  if (isRaised || added.length > 0) {
    requireShareable(caller, role)
    await requireRight(tx, project.owner_id, 'extend access')
  }
  await requireEnvironmentsOf(tx, project.id, added, 'environments')
}

export interface Holders {
  /** The principals who lose the removed environments. */
  readonly principals: readonly StoredPrincipal[]
  /** The principals who are granted the added environments. */
  readonly recipients: readonly PrincipalRow[]
}

/**
 * @returns how many grants of the recipients' personal tokens are only reserved
 * @throws AppError MASTER_PASSWORD_REQUIRED when environments are added while the vault is locked
 */
export async function moveGrants(
  tx: Tx,
  holder: KeyHolder | null,
  { added, removed }: AccessChange,
  { principals, recipients }: Holders,
): Promise<number> {
  await tx.hold([...added, ...removed])
  await revokeEnvironments(tx, { principals, environmentIds: removed, holder })
  if (added.length === 0) return 0
  if (!holder) throw new AppError('MASTER_PASSWORD_REQUIRED')
  return await grantEnvironments(tx, holder, recipients, added)
}
