import { expect, test } from 'vitest'
import { may, projectRoles } from './projects.ts'

test('each role may do what it is defined for, and nothing else', () => {
  const granted = Object.fromEntries(
    projectRoles.map((role) => [role, (['read', 'write', 'own'] as const).filter((need) => may(role, need))]),
  )
  expect(granted).toEqual({ owner: ['read', 'write', 'own'], write: ['read', 'write'], read: ['read'] })
})
