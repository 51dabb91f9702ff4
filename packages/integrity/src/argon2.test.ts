import { argon2id } from '@noble/hashes/argon2.js'
import { describe, expect, it } from 'vitest'
import { dummyHash, hashPassword, verifyPassword } from './argon2.ts'
import { VaultError } from './vault-error.ts'

describe('a password', () => {
  it('matches, and no other password does', async () => {
    const phc = await hashPassword('pässword')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('pässword', phc)).toBe(true)
    expect(await verifyPassword('pässword'.normalize('NFD'), phc)).toBe(true)
    for (const wrong of ['password', 'pässword ', '', '\ud800']) {
      expect(await verifyPassword(wrong, phc)).toBe(false)
    }
  })

  it('is hashed with its own salt', async () => {
    expect(await hashPassword('a')).not.toBe(await hashPassword('a'))
  })

  it.each(['', '\ud800'])('is not hashed when it is %j', async (bad) => {
    await expect(hashPassword(bad)).rejects.toThrow(VaultError)
  })

  it('is hashed as @noble/hashes does', async () => {
    const salt = Uint8Array.from({ length: 16 }, (_, i) => i)
    const phc = await hashPassword('pässword', () => salt)
    const theirs = argon2id('pässword', salt, { m: 19456, t: 2, p: 1, dkLen: 32 })
    expect(Buffer.from(phc.split('$')[5] ?? '', 'base64')).toEqual(Buffer.from(theirs))
  })
})

it('compares an unknown account with a hash that costs the same and never matches', async () => {
  expect(await verifyPassword('password', dummyHash)).toBe(false)
  expect(dummyHash).toContain('$m=19456,t=2,p=1$')
})

describe('a stored hash', () => {
  const parts = dummyHash.split('$')
  const changed = (at: number, text: string) => parts.with(at, text).join('$')
  it.each([
    ['', ''],
    ['argon2i', changed(1, 'argon2i')],
    ['another version', changed(2, 'v=16')],
    ['too little memory', changed(3, 'm=19455,t=2,p=1')],
    ['too much memory', changed(3, 'm=262145,t=2,p=1')],
    ['too few passes', changed(3, 'm=19456,t=1,p=1')],
    ['too many passes', changed(3, 'm=19456,t=11,p=1')],
    ['too many lanes', changed(3, 'm=19456,t=2,p=5')],
    ['a leading zero', changed(3, 'm=019456,t=2,p=1')],
    ['a salt with loose bits', changed(4, 'AAAAAAAAAAAAAAAAAAAAAB')],
    ['padding', changed(4, 'AAAAAAAAAAAAAAAAAAAAAA==')],
    ['a trailing byte', `${dummyHash}\n`],
  ])('is rejected: %s', async (_, phc) => {
    await expect(verifyPassword('password', phc)).rejects.toThrow(VaultError)
  })
})
