import { expect, it } from 'vitest'
import { supportEmail } from './support-email.ts'

it.each([
  ['vault.example.com', 'support@vault.example.com'],
  ['www.example.com', 'support@example.com'],
  ['localhost', 'support@localhost'],
])('at %s it is %s', (hostname, address) => {
  expect(supportEmail(hostname)).toBe(address)
})
