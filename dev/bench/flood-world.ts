import { createClient } from '@envhold/client/client.ts'
import { login, register } from '@envhold/contract/accounts/accounts.ts'
import { setUpMasterPassword, validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { seedApiKey, seedEnvironment } from '../world/seed-project.ts'
import { signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'

/** A user with an account, at an otherwise unused IP address. */
export interface Visitor {
  readonly email: string
  readonly ip: string
}

export interface FloodWorld {
  readonly server: StartedServer
  readonly people: readonly Visitor[]
  readonly password: string
  readonly masterPassword: string
  /** @returns the session's token */
  readonly signIn: (person: Visitor) => Promise<string>
  readonly unlock: (token: string) => Promise<true>
  readonly read: (token: string) => Promise<unknown>
  readonly inject: () => Promise<void>
  /** An account of the attacker, signed in, with a vault. */
  readonly attacker: { readonly email: string; readonly token: string }
}

const visitors = 30
const password = 'sign-in password'
const masterPassword = 'master pässword'

export async function startFloodWorld(engine: 'sqlite' | 'postgres'): Promise<FloodWorld> {
  const settings = { LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' }
  const server = await startServer({ engine, settings })
  const clientOf = (ip: string, token?: string) =>
    createClient({
      server: server.url,
      timeoutMs: 20_000,
      headers: () => ({ 'x-forwarded-for': ip, ...(token && { authorization: `Bearer ${token}` }) }),
    })
  const newAccount = async (person: Visitor) => {
    const { token } = await clientOf(person.ip).call(register, { body: { email: person.email, password } })
    await clientOf(person.ip, token).call(setUpMasterPassword, { body: { masterPassword } })
    return token
  }
  const owner = await signUp(server.url)
  const names = Array.from({ length: 50 }, (_, n) => [`SERVICE_${n}_URL`, `https://service-${n}.internal`])
  const { projectId } = await seedEnvironment(owner, Object.fromEntries(names))
  const { apiKey } = await seedApiKey(owner, projectId)
  const people = Array.from({ length: visitors }, (_, n) => ({
    email: `visitor-${n}@example.com`,
    ip: `192.0.2.${n + 1}`,
  }))
  for (const person of people) await newAccount(person)
  const attacker = { email: 'attacker@example.com', ip: '198.51.100.1' }
  const inject = `${server.url}/api/v1/inject/${projectId}/production`
  return {
    server,
    people,
    password,
    masterPassword,
    signIn: async ({ email, ip }) => (await clientOf(ip).call(login, { body: { email, password } })).token,
    unlock: async (token) => {
      const ip = '203.0.113.1'
      const { valid } = await clientOf(ip, token).call(validateMasterPassword, { body: { masterPassword } })
      if (!valid) throw new Error('The vault stayed locked')
      return true
    },
    read: (token) => clientOf('203.0.113.1', token).call(listProjects, {}),
    inject: async () => {
      const answer = await fetch(inject, { headers: { 'x-api-key': apiKey } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`An inject was answered with ${answer.status}`)
    },
    attacker: { email: attacker.email, token: await newAccount(attacker) },
  }
}
