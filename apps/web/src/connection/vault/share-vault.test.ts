import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionStore, sessionId } from '../session/session-store.ts'
import { createAutoLock, type TabChannel } from './auto-lock.ts'
import { shareVault } from './share-vault.ts'
import { createUnlockPrompt, createVaultStore, type VaultSecret } from './with-unlocked-vault.ts'

const minute = 60_000
const password = 'correct horse battery staple'
const tokenOf = (id: string) => `ses_${id.padEnd(13, '0')}_${'s'.repeat(49)}`

/** Channels of one name, and all that was sent on them. */
const air = () => {
  const channels: TabChannel[] = []
  const sent: unknown[] = []
  const channel = () => {
    const one: TabChannel = {
      onmessage: null,
      postMessage: (data) => {
        sent.push(data)
        for (const other of channels)
          if (other !== one) other.onmessage?.(new MessageEvent('message', { data: structuredClone(data) }))
      },
    }
    channels.push(one)
    return one
  }
  return { channel, sent }
}

/** Tabs of one browser, all of which have loaded the module. */
const browser = () => {
  const kept = new Map<string, string>()
  const [locks, shares] = [air(), air()]
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const signIn = (username: string, id = username) => {
    kept.set('username', username)
    kept.set('token', tokenOf(id))
  }
  signIn('ada')
  const tab = () => {
    const session = createSessionStore(storage)
    const vault = createVaultStore()
    const autoLock = createAutoLock({
      isOpen: () => vault.read() !== null,
      lock: () => vault.lock(),
      now: () => Date.now(),
      storage,
      channel: locks.channel(),
    })
    vault.subscribe(autoLock.vaultChanged)
    const unlockPrompt = createUnlockPrompt()
    const channel = shares.channel()
    shareVault({ session, vault, autoLock, unlockPrompt }, channel)
    const ask = () => channel.postMessage({ session: sessionId(session) })
    const replace = (replacement: VaultSecret) =>
      channel.postMessage({ session: sessionId(session), replacement })
    return { session, vault, autoLock, unlockPrompt, ask, replace }
  }
  const newTab = () => {
    const made = tab()
    made.ask()
    return made
  }
  return { newTab, signIn, tab, sent: shares.sent }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the vault of a new tab', () => {
  it.each<[string, VaultSecret]>([
    ['a master password', password],
    ['a passkey', { passkeyUnlock: 'id.secret' }],
  ])('is open if another tab has it open by %s', (_, secret) => {
    const { newTab } = browser()
    newTab().vault.hold(secret)
    expect(newTab().vault.read()).toEqual(secret)
  })

  it('stays locked if no other tab has it open', () => {
    const { newTab, sent } = browser()
    const first = newTab()
    expect(newTab().vault.read()).toBeNull()
    first.vault.hold(password)
    first.autoLock.lockEverywhere()
    expect(newTab().vault.read()).toBeNull()
    expect(JSON.stringify(sent)).not.toContain(password)
  })

  it('answers a prompt that is open already', async () => {
    const { newTab, tab } = browser()
    newTab().vault.hold(password)
    const late = tab()
    const prompt = late.unlockPrompt.ask()
    late.ask()
    await prompt
    expect(late.vault.read()).toBe(password)
  })

  it('is not for another session, which hears nothing', () => {
    const { newTab, signIn, sent } = browser()
    newTab().vault.hold(password)
    signIn('grace')
    expect(newTab().vault.read()).toBeNull()
    expect(JSON.stringify(sent)).not.toContain(password)
    expect(sent).toHaveLength(2)
  })

  it('is not for a tab where nobody is signed in', () => {
    const { newTab, tab, sent } = browser()
    newTab().vault.hold(password)
    const stranger = tab()
    stranger.session.clear()
    stranger.ask()
    expect(stranger.vault.read()).toBeNull()
    expect(JSON.stringify(sent)).not.toContain(password)
  })

  it('is the same after a proof of identity has renewed the token', () => {
    const { newTab, signIn } = browser()
    newTab().vault.hold(password)
    signIn('ada', 'ada2')
    expect(newTab().vault.read()).toBe(password)
  })

  it('continues the time of the others, and does not extend it', () => {
    const { newTab } = browser()
    const first = newTab()
    first.vault.hold(password)
    vi.advanceTimersByTime(10 * minute)
    const second = newTab()
    expect(second.autoLock.minutesLeft.read()).toBe(5)
    expect(first.autoLock.minutesLeft.read()).toBe(5)
    vi.advanceTimersByTime(5 * minute)
    expect([first.vault.read(), second.vault.read()]).toEqual([null, null])
  })

  it('stays locked if the time was over before the other tab noticed', () => {
    const { newTab } = browser()
    const first = newTab()
    first.vault.hold(password)
    vi.setSystemTime(Date.now() + 20 * minute)
    expect(newTab().vault.read()).toBeNull()
    expect(first.vault.read()).toBeNull()
  })

  it('locks with the others, and they with it', () => {
    const { newTab } = browser()
    const [first, second] = [newTab(), newTab()]
    first.vault.hold(password)
    const third = newTab()
    third.autoLock.lockEverywhere()
    expect([first, second, third].map(({ vault }) => vault.read())).toEqual([null, null, null])
  })

  it('is not opened by an answer from before it was locked', () => {
    const { newTab, tab } = browser()
    const first = newTab()
    first.vault.hold(password)
    const late = tab()
    first.autoLock.lockEverywhere()
    const slow = tab()
    slow.vault.hold(password)
    late.ask()
    expect(late.vault.read()).toBeNull()
  })

  it('has a new password where it is open, and nowhere else', () => {
    const { newTab, signIn } = browser()
    const [locked, changing] = [newTab(), newTab()]
    const open = newTab()
    open.vault.hold('an old password')
    changing.replace(password)
    expect([locked.vault.read(), open.vault.read()]).toEqual([null, password])
    signIn('grace')
    newTab().replace('of another session')
    expect(open.vault.read()).toBe(password)
  })

  it('is not replaced by what others hold, nor opened again after it was locked alone', () => {
    const { newTab } = browser()
    const first = newTab()
    first.vault.hold('an old password')
    const second = newTab()
    second.vault.hold(password)
    newTab()
    expect(second.vault.read()).toBe(password)
    second.vault.lock()
    newTab()
    expect(second.vault.read()).toBeNull()
  })
})
