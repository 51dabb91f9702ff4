import {
  createBlockedMessage,
  inviteBlockedMessage,
  type Need,
  type ReadOnlyReason,
  readOnlyMessages,
} from '@envhold/contract/projects/projects.ts'

/** How an owner's account bears on what may be done in its projects. */
export const complianceStates = [
  'compliant',
  'over project limit',
  'over collaborator limit',
  'suspended',
] as const
export type ComplianceState = (typeof complianceStates)[number]

/**
 * `extend access`: inviting, accepting, giving a collaborator more access. `revoke access`: removing a collaborator,
 * canceling an invitation, revoking a key or narrowing it, re-keying.
 */
export type OwnerOperation =
  | 'read'
  | 'write'
  | 'create project'
  | 'delete project'
  | 'extend access'
  | 'revoke access'
  | 'archive'
  | 'pay'

const allowed: Readonly<Record<ComplianceState, readonly OwnerOperation[]>> = {
  // Plan limits decide about creating and inviting; archiving is offered in grace only.
  compliant: ['read', 'write', 'create project', 'delete project', 'extend access', 'revoke access', 'pay'],
  'over project limit': ['read', 'revoke access', 'archive', 'pay'],
  'over collaborator limit': [
    'read',
    'write',
    'create project',
    'delete project',
    'revoke access',
    'archive',
    'pay',
  ],
  // The account itself can only pay: its sessions are confined. Reading and leaving are for collaborators.
  suspended: ['read', 'revoke access', 'pay'],
}

export const isAllowed = (state: ComplianceState, operation: OwnerOperation): boolean =>
  allowed[state].includes(operation)

/** Whether an operation is allowed in every state, so that nobody needs to find out which it is. */
export const isAlwaysAllowed = (operation: OwnerOperation): boolean =>
  complianceStates.every((state) => isAllowed(state, operation))

interface Requirement {
  /** What the caller's role has to allow. */
  readonly need: Need
  /** What the owner's state has to allow. */
  readonly operation: OwnerOperation
}

const requirements = {
  read: { need: 'read', operation: 'read' },
  'read as owner': { need: 'own', operation: 'read' },
  /** Variables and versions. */
  write: { need: 'write', operation: 'write' },
  /** The project itself, its environments and API keys. */
  manage: { need: 'own', operation: 'write' },
  'delete project': { need: 'own', operation: 'delete project' },
  archive: { need: 'own', operation: 'archive' },
  'extend access': { need: 'own', operation: 'extend access' },
  'revoke access': { need: 'own', operation: 'revoke access' },
  /** A re-key that is pending when a collaborator reads or writes. */
  're-key': { need: 'write', operation: 'revoke access' },
  /** Leaving, and re-keying after the caller's own master password leaked. */
  'revoke own access': { need: 'read', operation: 'revoke access' },
} as const satisfies Record<string, Requirement>

/** What a call does in a project. */
export type ProjectOperation = keyof typeof requirements

export const requirementOf = (operation: ProjectOperation): Requirement => requirements[operation]

/** Why nobody can change a project of an owner in this state. */
export function readOnlyReason(state: ComplianceState): ReadOnlyReason | null {
  if (isAllowed(state, 'write')) return null
  return state === 'suspended' ? 'owner_suspended' : 'grace_period'
}

/** Why an operation is rejected, as its caller reads it. A collaborator learns nothing about the owner's plan. */
export function rejectionMessage(state: ComplianceState, operation: OwnerOperation): string {
  if (state === 'suspended') return readOnlyMessages.owner_suspended
  if (operation === 'create project') return createBlockedMessage
  if (state === 'over collaborator limit') return inviteBlockedMessage
  return readOnlyMessages.grace_period
}
