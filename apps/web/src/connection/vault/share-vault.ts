/**
 * Opens the vault of a new tab if another tab of the same session has it open, and keeps it open in all of them after
 * a change of the master password. What opens it goes from memory to memory and is stored nowhere. Loaded only once
 * there is a vault to share.
 */
import type { Connection } from '../connection.ts'
import { sessionId } from '../session/session-store.ts'
import type { TabChannel } from './auto-lock.ts'
import type { VaultSecret } from './with-unlocked-vault.ts'

/** A new tab asks for the vault of its session. */
interface Question {
  readonly session: string
}

/** To the tabs of one session. */
interface Answer extends Question {
  readonly secret: VaultSecret
  readonly lastInput: number
}

/** To the tabs of one session that have the vault open: what opens it from now on. */
interface Replacement extends Question {
  readonly replacement: VaultSecret
}

type Shared = Pick<Connection, 'session' | 'vault' | 'autoLock' | 'unlockPrompt'>

const isAbout = (data: unknown): data is Question | Answer | Replacement =>
  typeof data === 'object' && data !== null && 'session' in data && typeof data.session === 'string'

/** Answers the questions of new tabs from now on, and reads what came before. */
export function shareVault(
  { session, vault, autoLock, unlockPrompt }: Shared,
  channel: TabChannel,
  first?: unknown,
): void {
  const receive = (data: unknown) => {
    if (!isAbout(data)) return
    // A proof of identity in another tab continues the session under another token.
    session.adopt()
    if (data.session !== sessionId(session)) return
    if ('secret' in data) {
      return autoLock.joinTabs(data.lastInput, () => {
        vault.hold(data.secret)
        if (unlockPrompt.read() !== null) unlockPrompt.settle('opened')
      })
    }
    // A laptop that slept has not noticed yet that the time is over.
    autoLock.check()
    const secret = vault.read()
    if (secret === null) return
    if ('replacement' in data) return vault.hold(data.replacement)
    const answer: Answer = { session: data.session, secret, lastInput: autoLock.lastInput() }
    channel.postMessage(answer)
  }
  channel.onmessage = ({ data }) => receive(data)
  receive(first)
}
