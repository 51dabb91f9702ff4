import { expect, test } from 'vitest'
import {
  type ComplianceState,
  isAllowed,
  isAlwaysAllowed,
  type OwnerOperation,
  readOnlyReason,
  rejectionMessage,
} from './rights.ts'

const operations = [
  'read',
  'write',
  'create project',
  'delete project',
  'extend access',
  'revoke access',
  'archive',
  'pay',
] as const satisfies readonly OwnerOperation[]

test.each<[ComplianceState, readonly OwnerOperation[]]>([
  [
    'compliant',
    ['read', 'write', 'create project', 'delete project', 'extend access', 'revoke access', 'pay'],
  ],
  ['over project limit', ['read', 'revoke access', 'archive', 'pay']],
  [
    'over collaborator limit',
    ['read', 'write', 'create project', 'delete project', 'revoke access', 'archive', 'pay'],
  ],
  ['suspended', ['read', 'revoke access', 'pay']],
])('in the projects of an owner who is %s, this is allowed and nothing else', (state, allowed) => {
  expect(operations.filter((operation) => isAllowed(state, operation))).toEqual(allowed)
})

test('reading and securing need no state', () => {
  expect(operations.filter(isAlwaysAllowed)).toEqual(['read', 'revoke access', 'pay'])
})

test('a project says why it is read-only', () => {
  expect(readOnlyReason('compliant')).toBeNull()
  expect(readOnlyReason('over collaborator limit')).toBeNull()
  expect(readOnlyReason('over project limit')).toBe('grace_period')
  expect(readOnlyReason('suspended')).toBe('owner_suspended')
})

test.each<[ComplianceState, OwnerOperation, string]>([
  ['over project limit', 'write', 'Read-only during grace period'],
  ['over project limit', 'extend access', 'Read-only during grace period'],
  ['over project limit', 'delete project', 'Read-only during grace period'],
  [
    'over project limit',
    'create project',
    'Cannot create projects during grace period - please archive excess projects or upgrade',
  ],
  [
    'over collaborator limit',
    'extend access',
    'Cannot give more access during grace period - please remove excess collaborators or upgrade',
  ],
  ['suspended', 'write', 'Read-only while the owner’s account is suspended'],
])('%s, %s: the rejection says why', (state, operation, message) => {
  expect(rejectionMessage(state, operation)).toBe(message)
})
