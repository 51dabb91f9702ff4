import { expect, it } from 'vitest'
import { supportAddress } from './support-email.ts'

it.each([
  ['vault.example.com', 'support@vault.example.com'],
  ['www.example.com', 'support@example.com'],
  ['localhost', 'support@localhost'],
])('at %s it is %s', (hostname, address) => {
  expect(supportAddress(hostname)).toBe(address)
})
