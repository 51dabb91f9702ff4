import { afterAll, expect } from 'vitest'
import { onceInProcess } from './once-in-process.ts'
import { collectStatements, forgetCollected, prepareCollected } from './prepared-statements.ts'
import { rememberSharedSalt } from './shared-salt.ts'

onceInProcess('set-up', () => {
  rememberSharedSalt()
  collectStatements()
})
afterAll(async () => {
  // Migrations have statements for tables as they were; their own tests run on both engines.
  if (expect.getState().testPath?.includes('/db/migrations/')) return forgetCollected()
  expect(await prepareCollected(), 'statements that PostgreSQL rejects').toEqual([])
})
