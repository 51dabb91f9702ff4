// How long it takes to find a name and a value in everything that a large account can read.

import { setTimeout as wait } from 'node:timers/promises'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { findSameValues, findVariables } from '@envhold/contract/variables/find.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { seedEnvironment } from '../world/seed-project.ts'
import { type Person, signUp } from '../world/sign-up.ts'
import { startServer } from '../world/start-server.ts'
import type { Cost } from './costs.ts'

const projects = 200
const environments = 6
const variables = 235
const writers = 2
const runs = 5
const pauseMs = 5_000
const readEveryMs = 100
const timeoutMs = 60_000
const goalMs = { name: 500, value: 5_000 }

/** Half of the values are as long as the one that is looked for. */
const valueAt = (project: number, environment: number, n: number) =>
  `${project}-${environment}-${n}-`.padEnd(n % 2 === 0 ? 40 : 20 + (n % 40), 'x')
const shared = valueAt(0, 0, 0)

async function fillProject({ client }: Person, at: number): Promise<void> {
  const { project } = await client.call(createProject, { body: { name: `Project ${at}` } })
  for (let env = 0; env < environments; env++) {
    const created = await client.call(createEnvironment, {
      params: { projectId: project.id },
      body: { name: `environment-${env}` },
    })
    const entries = Array.from({ length: variables }, (_, n) => [`SERVICE_${n}_TOKEN`, valueAt(at, env, n)])
    const all = { ...Object.fromEntries(entries), SENDGRID_API_KEY: shared }
    await client.call(writeVariables, {
      params: { id: created.environment.id },
      body: { variables: all, mode: 'replace' },
    })
  }
}

async function fill(owner: Person): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < projects) await fillProject(owner, next++)
  }
  await Promise.all(Array.from({ length: writers }, work))
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Calls again and again until it is stopped. @returns what stops it, with how long the calls took */
function repeat(work: () => Promise<unknown>): () => Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      times.push(await timeOf(work))
      await wait(readEveryMs)
    }
  })()
  return async () => {
    isOver = true
    await running
    return times
  }
}

/** The median time of a search by name and by value, and how long another user's reads take during it. */
export async function measureFind(engine: 'sqlite' | 'postgres'): Promise<Cost[]> {
  const server = await startServer({ engine, settings: { LOG_LEVEL: 'error', SMTP_URL: '' } })
  try {
    const [owner, other] = [await signUp(server.url), await signUp(server.url)]
    await fill(owner)
    const { id } = await seedEnvironment(other)
    const measure = async (what: keyof typeof goalMs, search: () => Promise<{ total: number }>) => {
      const stop = repeat(() => other.client.call(readVariables, { params: { id } }))
      const [times, waits]: [number[], number[]] = [[], []]
      let total = 0
      try {
        for (let run = 0; run < runs; run++) {
          // A user looks at what was found before the next search.
          await wait(pauseMs)
          times.push(
            await timeOf(async () => {
              total = (await search()).total
            }),
          )
        }
      } finally {
        waits.push(...(await stop()))
      }
      const ms = Math.round(median(times))
      return {
        name: `find a ${what} in ${projects} × ${environments} environments of ${variables}, ${engine}`,
        text: `${ms} ms, ${total} found; another read: median ${Math.round(median(waits))} ms, longest ${Math.round(Math.max(...waits))} ms`,
        goal: `≤ ${goalMs[what]} ms`,
        isReached: ms <= goalMs[what],
      }
    }
    return [
      await measure('name', () =>
        owner.client.call(findVariables, { body: { name: '*SENDGRID*' } }, { timeoutMs }),
      ),
      await measure('value', () =>
        owner.client.call(findSameValues, { body: { value: shared } }, { timeoutMs }),
      ),
    ]
  } finally {
    await server.stop()
  }
}
