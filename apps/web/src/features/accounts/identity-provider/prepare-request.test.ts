import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeSessionStorage } from '../../../tests/fake-session-storage.ts'
import { claimPendingRedirect, prepareRequest, savePendingRedirect } from './prepare-request.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a request to the provider', () => {
  beforeEach(() => vi.stubGlobal('isSecureContext', true))

  it('tells the server the hash of a value that stays here, another one each time', async () => {
    const hashes: string[] = []
    const start = async (hash: string) => {
      hashes.push(hash)
      return { url: 'https://sso.example.com/authorize?client_id=1&state=st1' }
    }
    const requests = [await prepareRequest(start), await prepareRequest(start)]
    expect(hashes).toEqual(
      requests.map(({ browserValue }) => createHash('sha256').update(browserValue).digest('base64url')),
    )
    expect(new Set(hashes).size).toBe(2)
    expect(requests[0]).toMatchObject({ state: 'st1', browserValue: expect.stringMatching(/^[\w-]{43}$/) })
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address'])(
    'does not open %j',
    async (url) => {
      await expect(prepareRequest(async () => ({ url }))).rejects.toThrow()
    },
  )

  it('is not started on a page without https', async () => {
    vi.stubGlobal('isSecureContext', false)
    let isStarted = false
    const start = async () => {
      isStarted = true
      return { url: 'https://sso.example.com' }
    }
    await expect(prepareRequest(start)).rejects.toThrow(/https/)
    expect(isStarted).toBe(false)
  })
})

describe('a sign-in for which this tab left', () => {
  let stored: Map<string, string>
  beforeEach(() => {
    stored = fakeSessionStorage()
  })
  const pending = { state: 'st1', browserValue: 'v', next: '/account' }

  it('is used once, by the answer that belongs to it', () => {
    savePendingRedirect(pending)
    expect(claimPendingRedirect('code=c&state=st2')).toBeUndefined()
    expect(claimPendingRedirect('code=c&state=st1')).toEqual(pending)
    expect(claimPendingRedirect('code=c&state=st1')).toBeUndefined()
  })

  it('is not claimed by an answer without a state', () => {
    savePendingRedirect({ ...pending, state: '' })
    expect(claimPendingRedirect('code=c&state=')).toBeUndefined()
    expect(claimPendingRedirect('code=c')).toBeUndefined()
  })

  it('keeps nothing but what the answer needs', () => {
    const request = { ...pending, url: 'https://sso.example.com/authorize?state=st1' }
    savePendingRedirect(request)
    expect([...stored.values()].join()).not.toContain('sso.example.com')
  })
})
