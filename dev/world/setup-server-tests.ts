import { afterAll, expect } from 'vitest'
import './normal-priority.ts'
import { onceInProcess } from './once-in-process.ts'
import { collectStatements, prepareCollected } from './prepared-statements.ts'
import { rememberSharedSalt } from './shared-salt.ts'

onceInProcess('set-up', () => {
  rememberSharedSalt()
  collectStatements()
})
afterAll(async () => {
  expect(await prepareCollected(), 'statements that PostgreSQL rejects').toEqual([])
})
