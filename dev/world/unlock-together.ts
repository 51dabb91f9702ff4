// Many people who unlock their vaults at once, as after a restart: only then is no key in the server's memory.

import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@envhold/client/client.ts'
import { validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { signUp } from './sign-up.ts'
import { type StartedServer, startServer } from './start-server.ts'

const masterPassword = 'master pässword'
/** Far longer than the server lets a call wait: what it answers is the result, on a slow machine too. */
const timeoutMs = 120_000
const pollMs = 10

export interface Unlocked {
  /** In the order of sending, from 0. */
  readonly person: number
  readonly outcome: 'unlocked' | 'locked' | string
  readonly ms: number
}

export interface UnlockWorld {
  /** Sends everybody's unlock in waves. @returns the outcomes, in the order in which they arrived */
  readonly unlockTogether: (waves: number) => Promise<readonly Unlocked[]>
  readonly stop: () => Promise<void>
}

/** A server that was started again after this many people had set their master passwords. */
export async function startUnlockWorld(engine: 'sqlite' | 'postgres', people: number): Promise<UnlockWorld> {
  const before = await startServer({ engine, settings: { LOG_LEVEL: 'error' } })
  const tokens: string[] = []
  for (let n = 0; n < people; n++) tokens.push((await signUp(before.url, { masterPassword })).token)
  await before.end()
  const server = await before.startAgain()
  return { unlockTogether: (waves) => unlockAll(server, tokens, waves), stop: () => server.stop() }
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await wait(pollMs)
}

async function unlockAll({ url }: StartedServer, tokens: readonly string[], waves: number) {
  const unlocked: Unlocked[] = []
  const started = performance.now()
  const unlock = async (token: string, person: number) => {
    const client = createClient({
      server: url,
      timeoutMs,
      headers: () => ({ authorization: `Bearer ${token}` }),
    })
    const outcome = await client.call(validateMasterPassword, { body: { masterPassword } }).then(
      ({ valid }) => (valid ? 'unlocked' : 'locked'),
      (error: unknown) => String(error),
    )
    unlocked.push({ person, outcome, ms: performance.now() - started })
  }
  const calls: Promise<void>[] = []
  const size = Math.ceil(tokens.length / waves)
  for (const [person, token] of tokens.entries()) {
    // While the server computes for two people, everything that was sent before arrives, however busy the machine is.
    if (person % size === 0) await until(() => unlocked.length >= (2 * person) / size)
    calls.push(unlock(token, person))
  }
  await Promise.all(calls)
  return unlocked
}
