// How long it takes to export a large account, and how long another user’s read waits meanwhile.

import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { exportEnvironment, listExport } from '@envhold/contract/export.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { readVariables, updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { seedEnvironment } from '../world/seed-project.ts'
import { type Person, signUp } from '../world/sign-up.ts'
import { startServer } from '../world/start-server.ts'
import type { Cost } from './costs.ts'

const environments = 200
const versions = 50
const variables = 40
const writers = 4
const maxSeconds = 60

const value = (n: number) => `postgres://user-${n}:a-password-of-some-length@db-${n}.internal:5432/name`
const all = Object.fromEntries(Array.from({ length: variables }, (_, n) => [`VARIABLE_${n}`, value(n)]))

async function fill({ client }: Person): Promise<void> {
  const { project } = await client.call(createProject, { body: { name: 'Bench' } })
  const names = Array.from({ length: environments }, (_, n) => `environment-${n}`)
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const created = await client.call(createEnvironment, {
        params: { projectId: project.id },
        body: { name },
      })
      const params = { id: created.environment.id }
      await client.call(writeVariables, { params, body: { variables: all, mode: 'replace' } })
      for (let version = 1; version < versions; version++)
        await client.call(updateVariable, {
          params: { ...params, key: 'VARIABLE_0' },
          body: { value: value(version) },
        })
    }
  }
  await Promise.all(Array.from({ length: writers }, work))
}

/** Exports everything as the page does: one environment after another. */
async function exportAll({ client }: Person): Promise<{ read: number; bytes: number }> {
  const { projects } = await client.call(listExport, {})
  let [read, bytes] = [0, 0]
  for (const { id } of projects.flatMap((project) => project.environments)) {
    const answer = await client.call(exportEnvironment, { params: { id }, query: {} })
    read += answer.versions.length
    bytes += JSON.stringify(answer).length
  }
  return { read, bytes }
}

export async function measureExport(engine: 'sqlite' | 'postgres'): Promise<Cost> {
  const server = await startServer({ engine, settings: { LOG_LEVEL: 'error', SMTP_URL: '' } })
  try {
    const [owner, other] = [await signUp(server.url), await signUp(server.url)]
    await fill(owner)
    const { id } = await seedEnvironment(other)
    const waits: number[] = []
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        const begun = performance.now()
        await other.client.call(readVariables, { params: { id }, query: {} })
        waits.push(performance.now() - begun)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const started = performance.now()
    const { read, bytes } = await exportAll(owner)
    const seconds = (performance.now() - started) / 1_000
    isOver = true
    await others
    const sorted = waits.toSorted((left, right) => left - right)
    const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
    return {
      name: `export ${environments} environments × ${versions} versions, ${engine}`,
      text: `${seconds.toFixed(1)} s, ${read} versions, ${Math.round(bytes / 1e6)} MB; another read: median ${at(0.5)} ms, p99 ${at(0.99)} ms`,
      goal: `≤ ${maxSeconds} s`,
      isReached: read === environments * versions && seconds <= maxSeconds,
    }
  } finally {
    await server.stop()
  }
}
