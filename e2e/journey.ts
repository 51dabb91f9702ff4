// What every journey starts with: a real server on fresh data, and a browser whose pages are watched.

import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import { test as base, expect } from '@playwright/test'
import { type InstanceHost, startInstanceHost } from '../dev/world/instance-in-host.ts'
import { freePort } from '../dev/world/postgres-process.ts'
import { type Person, type SignUp, signUp } from '../dev/world/sign-up.ts'
import { type StartedServer, startServer } from '../dev/world/start-server.ts'
import { watchPages } from './watch-pages.ts'

export interface Running {
  /** Stays the same over a restart, as the browser keeps what it stores by address. */
  readonly url: string
  /** Where its mails are, too. */
  readonly dataDir: string
  /** Its environment variables: the operator's tools need them. */
  readonly settings: Readonly<Record<string, string>>
  /** An account with a vault. The first one is the operator, whom no plan limits. */
  readonly addPerson: (signUp?: SignUp) => Promise<Person>
  /** Only for a server in a process of its own, like `startAgain`. */
  readonly kill: () => Promise<void>
  readonly startAgain: () => Promise<void>
}

export interface Engine {
  engine: 'sqlite' | 'postgres'
}

interface JourneySetup extends Engine {
  /** Settings of the server besides those that every journey needs. */
  settings: Readonly<Record<string, string>>
  /** What the browser calls this machine. Passkeys need a name. */
  host: '127.0.0.1' | 'localhost'
  /** Whether the server is a process of its own, as it is for users. Otherwise one process runs it for each worker. */
  ownProcess: boolean
  server: Running
  watched: readonly string[]
}

const never = async () => {
  throw new Error('This server has no process of its own')
}

interface Hosting {
  instanceHost: InstanceHost
}

/** Begins signed out, on an instance without accounts. */
export const journey = base.extend<JourneySetup, Hosting>({
  instanceHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const instanceHost = startInstanceHost()
      await use(instanceHost)
      instanceHost.end()
    },
    { scope: 'worker' },
  ],
  engine: ['sqlite', { option: true }],
  settings: [{}, { option: true }],
  host: ['127.0.0.1', { option: true }],
  ownProcess: [false, { option: true }],
  server: async ({ engine, settings: overrides, host, ownProcess, instanceHost }, use, testInfo) => {
    const port = String(await freePort())
    // Where pages lead back to, such as a checkout: the address that the browser knows.
    const settings = { PORT: port, PUBLIC_URL: `http://${host}:${port}`, LOG_LEVEL: 'error', ...overrides }
    const attach = async (output: string) => {
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server-output.txt', { body: output, contentType: 'text/plain' })
    }
    if (engine === 'sqlite' && !ownProcess) {
      const instance = await instanceHost.start(settings)
      await use({
        ...instance,
        url: instance.url.replace('127.0.0.1', host),
        kill: never,
        startAgain: never,
      })
      await attach(await instance.output())
      await instance.stop()
      return
    }
    let server: StartedServer = await startServer({ engine, settings })
    await use({
      url: server.url.replace('127.0.0.1', host),
      dataDir: server.dataDir,
      settings: server.settings,
      addPerson: async (options) => {
        const person = await signUp(server.url, options)
        // Otherwise the browser stores it after a while, in the middle of whatever the journey does.
        await person.client.call(updateProfile, { body: { time_zone: 'UTC' } })
        return person
      },
      kill: () => server.kill(),
      startAgain: async () => {
        server = await server.startAgain()
      },
    })
    await attach(server.output())
    await server.stop()
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
  person: ({ server }, use) => server.addPerson().then(use),
  storageState: ({ server, person }, use) => {
    const entries = { token: person.token, username: person.username }
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
    return use({ cookies: [], origins: [{ origin: server.url, localStorage }] })
  },
})

/** The same, as an account on the free plan. */
export const signedInFree = signedIn.extend<{ person: Person }>({
  person: async ({ server }, use) => {
    await server.addPerson({ masterPassword: null })
    await use(await server.addPerson())
  },
})
