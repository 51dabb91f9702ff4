import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { describe, expect, it } from 'vitest'
import { formatDeviceToken, readDeviceToken } from './devices.ts'

const newSecrets = () => ({ secrets: serverSecrets(parseServerSecrets(newServerSecret())) })

describe('a device token', () => {
  const ctx = newSecrets()
  const token = { deviceId: '0123456789abcdef012345', issuedAt: 1_900_000_000_000 }
  const text = formatDeviceToken(ctx, 7, token)

  it('is read back for its own account', () => expect(readDeviceToken(ctx, 7, text)).toEqual(token))

  it('is nothing for another account, or under another secret', () => {
    expect(readDeviceToken(ctx, 8, text)).toBeUndefined()
    expect(readDeviceToken(newSecrets(), 7, text)).toBeUndefined()
  })

  it('is nothing once any part of it is changed', () => {
    const [kind, id = '', time = '', ...mac] = text.split('_')
    const later = (Number.parseInt(time, 36) + 1).toString(36)
    for (const changed of [
      [kind, id.replace(/^0/, '1'), time, ...mac],
      [kind, id, later, ...mac],
      [kind, id, time, 'A'.repeat(44)],
    ])
      expect(readDeviceToken(ctx, 7, changed.join('_'))).toBeUndefined()
  })

  it.each(['', 'dev_', 'dev_x_1_y', ` ${'x'.repeat(10_000)}`])('is nothing in %j', (cookie) => {
    expect(readDeviceToken(ctx, 7, cookie)).toBeUndefined()
  })
})
