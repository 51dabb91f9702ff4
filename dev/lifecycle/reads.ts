// What programs read all the time: CI with an API key, the command line with a token, people by download. Every read of
// a live project is counted; one that fails, or gives other bytes, is a failure.

import { createClient } from '@envhold/client/client.ts'
import { inject } from '@envhold/contract/inject.ts'
import { downloadEnvironment } from '@envhold/contract/variables/dotenv.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { type CliHome, cliHome } from '../../apps/cli/tests/cli-world.ts'
import type { Customer, CustomerProject } from './customer.ts'
import type { MovedServer } from './moved-server.ts'

export interface Reads {
  /** How many reads there were. */
  readonly count: () => number
  readonly failures: readonly string[]
  /** Reads these projects of a customer: with their API keys, and in every other way too unless it is CI alone. */
  readonly readAll: (
    customer: Customer,
    live: readonly CustomerProject[],
    by?: 'CI' | 'everybody',
  ) => Promise<void>
  /** The status that CI gets for a project. */
  readonly statusOf: (project: CustomerProject) => Promise<number>
  readonly stop: () => Promise<void>
}

const maxShown = 60

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export async function startReads(server: MovedServer): Promise<Reads> {
  const home: CliHome = await cliHome()
  const failures: string[] = []
  let count = 0
  let pulls = 0

  const expectBytes = async (what: string, expected: string, read: () => Promise<string>) => {
    count++
    const answer = await read().catch(messageOf)
    if (answer !== expected)
      failures.push(`${new Date(server.now()).toISOString()} ${what}: ${answer.slice(0, maxShown)}`)
  }
  const injectedBy = ({ id, apiKey }: CustomerProject) =>
    createClient({ server: server.url, headers: () => ({ 'x-api-key': apiKey }) }).call(inject, {
      params: { projectId: id, environment: 'production' },
      query: {},
    })
  const pulled = async (token: string, { id }: CustomerProject) => {
    const env = { ...server.clockSettings, ENVHOLD_SERVER: server.url, ENVHOLD_TOKEN: token }
    const { out, err } = await home.envhold(
      ['pull', '--project', String(id), '--env', 'production', '--output', '-'],
      { env },
    )
    return out || err
  }

  return {
    count: () => count,
    failures,
    readAll: async ({ person, token }, live, by = 'everybody') => {
      const ci = live.map((project) =>
        expectBytes(`inject ${project.name}`, project.dotenv, () => injectedBy(project)),
      )
      const people = live.flatMap(({ name, dotenv, canary, environment }) => {
        if (by === 'CI') return []
        const input = { params: { id: environment }, query: {} }
        return [
          expectBytes(`download ${name}`, dotenv, () => person.client.call(downloadEnvironment, input)),
          expectBytes(`read ${name}`, canary, async () => {
            const { variables } = await person.client.call(readVariables, input)
            return /canary-[\da-f-]+/.exec(variables.URL ?? '')?.[0] ?? ''
          }),
        ]
      })
      // One at a time: each is a process of its own.
      const one = by === 'CI' ? undefined : live[pulls++ % live.length]
      const pull = one && expectBytes(`pull ${one.name}`, one.dotenv, () => pulled(token, one))
      await Promise.all([...ci, ...people, pull])
    },
    statusOf: async ({ id, apiKey }) => {
      const path = `/api/v1/inject/${id}/production`
      return (await fetch(`${server.url}${path}`, { headers: { 'x-api-key': apiKey } })).status
    },
    stop: () => home.remove(),
  }
}
