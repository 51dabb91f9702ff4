import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createCliToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { signUp } from '../world/sign-up.ts'
import { startServer } from '../world/start-server.ts'
import { residentMiB } from './resident.ts'

export interface Cost {
  readonly name: string
  readonly text: string
  readonly goal: string
  readonly isReached: boolean
}

const run = promisify(execFile)
const cli = fileURLToPath(new URL('../../apps/cli/dist/envhold.mjs', import.meta.url))
const rounds = 11
const settleMs = 3_000

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? 0

const timeOf = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const started = performance.now()
  await run(process.execPath, [...args], { env })
  return performance.now() - started
}

/** How many times longer a command takes than starting Node, paired run by run. */
async function timesNode(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const bare = await timeOf(['-e', '0'], process.env)
    ratios.push((await timeOf([cli, ...args], env)) / bare)
  }
  return median(ratios)
}

const times = (name: string, figure: number, max: number): Cost => ({
  name,
  text: `${figure.toFixed(2)} × node -e 0`,
  goal: `≤ ${max} ×`,
  isReached: figure <= max,
})

/** Creates a project with an environment, and a token with which the command line fetches it. */
async function tokenFor(url: string): Promise<Record<string, string>> {
  const { client } = await signUp(url)
  const { project } = await client.call(createProject, { body: { name: 'Bench' } })
  const { environment } = await client.call(createEnvironment, {
    params: { projectId: project.id },
    body: { name: 'production', protected: false },
  })
  const body = { variables: { NAME: 'value' }, mode: 'merge' } as const
  await client.call(writeVariables, { params: { id: environment.id }, body })
  const { token } = await client.call(createCliToken, {})
  return { ENVHOLD_SERVER: url, ENVHOLD_TOKEN: token, PROJECT: String(project.id) }
}

/** What starting and running the server and the command line cost. */
export async function measureCosts(): Promise<Cost[]> {
  let server = await startServer({ engine: 'sqlite' })
  try {
    const starts: number[] = []
    for (let round = 0; round < 5; round++) {
      await server.end()
      server = await server.startAgain()
      starts.push(server.readyMs)
    }
    const ready = median(starts)
    await wait(settleMs)
    const idle = residentMiB(server.pid)
    const { PROJECT: project = '', ...env } = await tokenFor(server.url)
    const version = await timesNode(['--version'])
    const where = ['--project', project, '--env', 'production']
    const runTrue = await timesNode(['run', ...where, '--', 'true'], { ...process.env, ...env })
    return [
      {
        name: 'start to ready',
        text: `${Math.round(ready)} ms`,
        goal: '≤ 1500 ms',
        isReached: ready <= 1_500,
      },
      { name: 'idle memory', text: `${Math.round(idle)} MiB`, goal: '≤ 140 MiB', isReached: idle <= 140 },
      times('envhold --version', version, 2),
      times('envhold run -- true', runTrue, 2.5),
    ]
  } finally {
    await server.stop()
  }
}
