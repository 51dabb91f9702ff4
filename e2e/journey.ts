// What every journey starts with: a real server on fresh data, and a browser whose pages are watched.

import { test as base, expect } from '@playwright/test'
import { freePort } from '../dev/world/postgres-process.ts'
import { type Person, signUp } from '../dev/world/sign-up.ts'
import { type StartedServer, startServer } from '../dev/world/start-server.ts'
import { watchPages } from './watch-pages.ts'

export interface Running {
  /** Stays the same over a restart, as the browser keeps what it stores by address. */
  readonly url: string
  /** Where its mails are, too. */
  readonly dataDir: string
  /** Its environment variables: the operator's tools need them. */
  readonly settings: Readonly<Record<string, string>>
  readonly kill: () => Promise<void>
  readonly startAgain: () => Promise<void>
}

export interface Engine {
  engine: 'sqlite' | 'postgres'
}

interface Given extends Engine {
  /** Settings of the server besides those that every journey needs. */
  settings: Readonly<Record<string, string>>
  /** What the browser calls this machine. Passkeys need a name. */
  host: '127.0.0.1' | 'localhost'
  server: Running
  watched: readonly string[]
}

/** Begins signed out, on an instance without accounts. */
export const journey = base.extend<Given>({
  engine: ['sqlite', { option: true }],
  settings: [{}, { option: true }],
  host: ['127.0.0.1', { option: true }],
  server: async ({ engine, settings: given, host }, use, testInfo) => {
    const port = String(await freePort())
    // Where pages lead back to, such as a checkout: the address that the browser knows.
    const settings = { PORT: port, PUBLIC_URL: `http://${host}:${port}`, LOG_LEVEL: 'error', ...given }
    let server: StartedServer = await startServer({ engine, settings })
    await use({
      url: server.url.replace('127.0.0.1', host),
      dataDir: server.dataDir,
      settings: server.settings,
      kill: () => server.kill(),
      startAgain: async () => {
        server = await server.startAgain()
      },
    })
    await server.stop()
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('server-output.txt', { body: server.output(), contentType: 'text/plain' })
  },
  baseURL: ({ server }, use) => use(server.url),
  watched: [
    async ({ context }, use) => {
      const complaints = await watchPages(context)
      await use(complaints)
      expect(complaints, 'What pages complained of').toEqual([])
    },
    { auto: true },
  ],
})

/** Begins signed in, with a master password set and the vault locked. The first account: no plan limits it. */
export const signedIn = journey.extend<{ person: Person }>({
  person: ({ server }, use) => signUp(server.url).then(use),
  storageState: ({ server, person }, use) => {
    const entries = { token: person.token, username: person.username }
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
    return use({ cookies: [], origins: [{ origin: server.url, localStorage }] })
  },
})

/** The same, as an account on the free plan. */
export const signedInFree = signedIn.extend<{ person: Person }>({
  person: async ({ server }, use) => {
    await signUp(server.url, { masterPassword: null })
    await use(await signUp(server.url))
  },
})
