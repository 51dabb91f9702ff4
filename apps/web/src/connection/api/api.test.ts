import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { describe, expect, it, vi } from 'vitest'
import { createSessionStore } from '../session/session-store.ts'
import { createVaultStore, vaultHeader } from '../vault/with-unlocked-vault.ts'
import { createApi } from './api.ts'

const token = `ses_${'a1B2c3D4e5F6g'}_${'0'.repeat(49)}`
const nowhere = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

const made = (answer: () => Response) => {
  const sent: Headers[] = []
  const session = createSessionStore(nowhere)
  const vault = createVaultStore()
  const onSignedOut = vi.fn()
  const onSuspended = vi.fn()
  const onRejected = vi.fn()
  const api = createApi({
    session,
    vaultHeader: () => vaultHeader(vault.read()),
    stepUpPrompt: { ask: async () => false },
    onSignedOut,
    onSuspended,
    onRejected,
    fetch: async (_, init) => {
      sent.push(new Headers(init?.headers))
      return answer()
    },
  })
  return { api, sent, session, vault, onSignedOut, onSuspended, onRejected }
}
const refused = (error: string, status: number) => () =>
  Response.json({ error, message: 'No', request_id: 'r' }, { status })

describe('the page’s API', () => {
  it('sends neither header while nobody is signed in and nothing unlocked', async () => {
    const { api, sent } = made(() => Response.json({ projects: [] }))
    await api.call(listProjects, {})
    expect(sent[0]!.has('authorization')).toBe(false)
    expect(sent[0]!.has('x-master-password')).toBe(false)
  })

  it('sends the token, and the master password percent-encoded', async () => {
    const { api, sent, session, vault } = made(() => Response.json({ projects: [] }))
    session.save({ token, username: 'ada' })
    vault.hold(' pä$$ 🔑 ')
    await api.call(listProjects, {})
    expect(sent[0]!.get('authorization')).toBe(`Bearer ${token}`)
    expect(sent[0]!.get('x-master-password')).toBe('%20p%C3%A4%24%24%20%F0%9F%94%91%20')
  })

  it('says that the session ended, once its own token is refused', async () => {
    const { api, session, onSignedOut } = made(refused('UNAUTHENTICATED', 401))
    session.save({ token, username: 'ada' })
    await expect(api.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(onSignedOut).toHaveBeenCalledTimes(1)
  })

  it('does not end a session for a call that went out without it', async () => {
    const { api, onSignedOut } = made(refused('UNAUTHENTICATED', 401))
    await expect(api.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('does not end a session over a wrong password', async () => {
    const { api, session, onSignedOut } = made(refused('INVALID_CREDENTIALS', 401))
    session.save({ token, username: 'ada' })
    await expect(api.call(readSession, {})).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('says that the account is suspended', async () => {
    const { api, session, onSuspended } = made(refused('ACCOUNT_SUSPENDED', 403))
    session.save({ token, username: 'ada' })
    await expect(api.call(readSession, {})).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    expect(onSuspended).toHaveBeenCalledTimes(1)
  })

  it('says which call was refused, and how', async () => {
    const { api, session, onRejected } = made(refused('NOT_FOUND', 404))
    session.save({ token, username: 'ada' })
    await expect(api.call(readSession, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(onRejected).toHaveBeenCalledExactlyOnceWith('readSession', 'NOT_FOUND')
  })
})
