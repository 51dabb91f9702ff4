import type { ReadOnlyReason } from '@envhold/contract/projects/projects.ts'
import { createBlockedMessage, readOnlyMessages } from '@envhold/contract/projects/read-only.ts'
import type { Need } from '@envhold/contract/projects/roles.ts'

/** How an owner's account bears on what may be done in its projects. */
export const complianceStates = ['compliant', 'over projects', 'over people', 'suspended'] as const
export type ComplianceState = (typeof complianceStates)[number]

/**
 * `widen`: inviting, accepting, giving a collaborator more access. `secure`: removing somebody, canceling an
 * invitation, revoking a key or narrowing it, re-keying.
 */
export type OwnerOperation =
  | 'read'
  | 'write'
  | 'create project'
  | 'delete project'
  | 'widen'
  | 'secure'
  | 'archive'
  | 'pay'

const allowed: Readonly<Record<ComplianceState, readonly OwnerOperation[]>> = {
  // Plan limits decide about creating and inviting; archiving is offered in grace only.
  compliant: ['read', 'write', 'create project', 'delete project', 'widen', 'secure', 'pay'],
  'over projects': ['read', 'secure', 'archive', 'pay'],
  'over people': ['read', 'write', 'create project', 'delete project', 'secure', 'archive', 'pay'],
  // The account itself can only pay: its sessions are confined. Reading and leaving are for collaborators.
  suspended: ['read', 'secure', 'pay'],
}

export const mayAct = (state: ComplianceState, act: OwnerOperation): boolean => allowed[state].includes(act)

/** Whether an act is allowed in every state, so that nobody needs to find out which it is. */
export const isAlwaysAllowed = (act: OwnerOperation): boolean =>
  complianceStates.every((state) => mayAct(state, act))

interface Requirement {
  /** What the caller's role has to allow. */
  readonly need: Need
  /** What the owner's state has to allow. */
  readonly act: OwnerOperation
}

const requirements = {
  read: { need: 'read', act: 'read' },
  'read as owner': { need: 'own', act: 'read' },
  /** Variables and versions. */
  write: { need: 'write', act: 'write' },
  /** The project itself, its environments and API keys. */
  manage: { need: 'own', act: 'write' },
  'delete project': { need: 'own', act: 'delete project' },
  archive: { need: 'own', act: 'archive' },
  widen: { need: 'own', act: 'widen' },
  secure: { need: 'own', act: 'secure' },
  /** A re-key that is pending when a collaborator reads or writes. */
  're-key': { need: 'write', act: 'secure' },
  /** Leaving, and re-keying after the caller's own master password leaked. */
  'secure own access': { need: 'read', act: 'secure' },
} as const satisfies Record<string, Requirement>

/** What a call does in a project. */
export type ProjectOperation = keyof typeof requirements

export const requirementOf = (act: ProjectOperation): Requirement => requirements[act]

/** Why nobody can change a project of an owner in this state. */
export function readOnlyReason(state: ComplianceState): ReadOnlyReason | null {
  if (mayAct(state, 'write')) return null
  return state === 'suspended' ? 'owner_suspended' : 'grace_period'
}

/** Why an act is rejected, as its caller reads it. A collaborator learns nothing about the owner's plan. */
export function rejectionMessage(state: ComplianceState, act: OwnerOperation): string {
  if (state === 'suspended') return readOnlyMessages.owner_suspended
  if (act === 'create project') return createBlockedMessage
  if (state === 'over people')
    return 'Cannot give more access during grace period - please remove excess collaborators or upgrade'
  return readOnlyMessages.grace_period
}
