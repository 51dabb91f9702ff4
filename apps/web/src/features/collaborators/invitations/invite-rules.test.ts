import type { LimitStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { Collaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { describe, expect, it, test } from 'vitest'
import {
  alreadyCollaborator,
  alreadyInvited,
  type CollaboratorsOfProject,
  inviteForm,
  limitReached,
  permissionChanges,
} from './invite-rules.ts'

const invited_at = '2026-01-01T00:00:00.000Z'
const grace: Collaborator = {
  user_id: 2,
  username: 'grace',
  email: 'Grace@Example.com',
  role: 'write',
  status: 'accepted',
  invited_at,
  expires_at: null,
  shared_environments: [1, 2],
  keys_pending: false,
  access_paused: false,
  account_deleted_until: null,
}
const members = {
  owner: { username: 'ada', email: 'ada@example.com' },
  collaborators: [
    grace,
    { ...grace, user_id: null, username: null, email: 'alan@example.com', status: 'pending' as const },
  ],
} satisfies CollaboratorsOfProject

const problems = (fields: { email?: string; environments?: number[] }) => {
  const { error } = inviteForm(members).safeParse({
    email: 'new@example.com',
    role: 'read',
    environments: [1],
    ...fields,
  })
  return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}

describe('an invitation', () => {
  it('is fine for somebody new', () => expect(problems({})).toEqual([]))

  it.each([
    ['grace@example.com', alreadyCollaborator],
    ['GRACE@EXAMPLE.COM', alreadyCollaborator],
    ['Alan@example.com', alreadyInvited],
    ['ADA@example.com', 'This is your own e-mail address, and you already own this project'],
  ])('is not sent to %s again', (email, message) => {
    expect(problems({ email })).toEqual([['email', message]])
  })

  it('needs an address and an environment', () => {
    expect(problems({ email: 'grace', environments: [] })).toEqual([
      ['email', 'Invalid email address'],
      ['environments', 'At least one environment must be selected'],
    ])
  })
})

const limit = (overrides: Partial<LimitStatus>): LimitStatus => ({
  current: 2,
  max: 2,
  remaining: 0,
  unlimited: false,
  atLimit: true,
  nearLimit: true,
  ...overrides,
})

test('says how full the plan is once it is full', () => {
  expect(limitReached(limit({}))).toBe('Collaborator limit reached (2/2)')
  expect(limitReached(limit({ current: 1, remaining: 1, atLimit: false }))).toBeUndefined()
  expect(limitReached(limit({ max: -1, unlimited: true }))).toBeUndefined()
  expect(limitReached(undefined)).toBeUndefined()
})

test('sends what differs', () => {
  const same = permissionChanges(grace, { role: 'write', environments: [2, 1] })
  expect(same).toEqual({ body: {}, added: [], removed: [], isUnchanged: true })
  const role = permissionChanges(grace, { role: 'read', environments: [1, 2] })
  expect(role).toEqual({ body: { role: 'read' }, added: [], removed: [], isUnchanged: false })
  const moved = permissionChanges(grace, { role: 'write', environments: [2, 3] })
  expect(moved).toEqual({ body: { environments: [2, 3] }, added: [3], removed: [1], isUnchanged: false })
})
