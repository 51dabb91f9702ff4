import { once } from 'node:events'
import { expect, test } from 'vitest'
import { runChild } from './run-child.ts'

test('a signal that cannot be delivered does not end the waiting', async () => {
  const undeliverable = Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  const code = await runChild(process.execPath, ['-e', 'process.exit(7)'], {}, async (child) => {
    await once(child, 'spawn')
    child.emit('error', undeliverable)
    child.emit('error', undeliverable)
  })
  expect(code).toBe(7)
})
