import { expect, test } from 'vitest'
import {
  type ComplianceState,
  isAlwaysAllowed,
  mayAct,
  type OwnerOperation,
  readOnlyReason,
  rejectionMessage,
} from './rights.ts'

const acts = [
  'read',
  'write',
  'create project',
  'delete project',
  'widen',
  'secure',
  'archive',
  'pay',
] as const satisfies readonly OwnerOperation[]

test.each<[ComplianceState, readonly OwnerOperation[]]>([
  ['compliant', ['read', 'write', 'create project', 'delete project', 'widen', 'secure', 'pay']],
  ['over projects', ['read', 'secure', 'archive', 'pay']],
  ['over people', ['read', 'write', 'create project', 'delete project', 'secure', 'archive', 'pay']],
  ['suspended', ['read', 'secure', 'pay']],
])('in the projects of an owner who is %s, this is allowed and nothing else', (standing, allowed) => {
  expect(acts.filter((act) => mayAct(standing, act))).toEqual(allowed)
})

test('reading and securing need no standing', () => {
  expect(acts.filter(isAlwaysAllowed)).toEqual(['read', 'secure', 'pay'])
})

test('a project says why it is read-only', () => {
  expect(readOnlyReason('compliant')).toBeNull()
  expect(readOnlyReason('over people')).toBeNull()
  expect(readOnlyReason('over projects')).toBe('grace_period')
  expect(readOnlyReason('suspended')).toBe('owner_suspended')
})

test.each<[ComplianceState, OwnerOperation, string]>([
  ['over projects', 'write', 'Read-only during grace period'],
  ['over projects', 'widen', 'Read-only during grace period'],
  ['over projects', 'delete project', 'Read-only during grace period'],
  [
    'over projects',
    'create project',
    'Cannot create projects during grace period - please archive excess projects or upgrade',
  ],
  [
    'over people',
    'widen',
    'Cannot give more access during grace period - please remove excess collaborators or upgrade',
  ],
  ['suspended', 'write', 'Read-only while the owner’s account is suspended'],
])('%s, %s: the rejection says why', (standing, act, message) => {
  expect(rejectionMessage(standing, act)).toBe(message)
})
