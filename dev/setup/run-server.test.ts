import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startServer } from '../world/start-server.ts'
import { root } from './root.mjs'
import { serverMemory } from './run-server.mjs'

const run = promisify(execFile)
const { NODE_OPTIONS: _options, MALLOC_ARENA_MAX: _arenas, ...environment } = process.env

/** What a process sees that `npm start` runs, if these environment variables are set. */
async function seenBy(settings: Readonly<Record<string, string>>) {
  const script = `
    const { runServer } = await import(${JSON.stringify(join(root, 'dev/setup/run-server.mjs'))})
    await runServer(process.execPath, ['-p', 'JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX])'])`
  const args = ['--input-type=module', '-e', script]
  const { stdout } = await run(process.execPath, args, { env: { ...environment, ...settings } })
  const [execArgv, arenas] = JSON.parse(stdout)
  return { execArgv, arenas }
}

test('the settings of memory reach the process, unless the operator has others', async () => {
  const { nodeArgs, env } = serverMemory({})
  const usual = await seenBy({})
  expect(usual.execArgv).toEqual(expect.arrayContaining(nodeArgs))
  expect(usual.arenas).toBe(env.MALLOC_ARENA_MAX)

  const other = await seenBy({ NODE_OPTIONS: '--max-semi-space-size=32', MALLOC_ARENA_MAX: '8' })
  expect(other.execArgv.join()).not.toContain('semi-space')
  expect(other.arenas).toBe('8')
})

test('npm start runs the server with them', async () => {
  expect(await readFile(join(root, 'dev/setup/run.mjs'), 'utf8')).toMatch(/start: \{[^}]*run: runServer/)
})

test.skipIf(process.platform !== 'linux')('the server of tests and benchmarks has the same', async () => {
  const { nodeArgs, env } = serverMemory({})
  const server = await startServer({ engine: 'sqlite', settings: { SMTP_URL: '' } })
  try {
    const command = await readFile(`/proc/${server.pid}/cmdline`, 'utf8')
    expect(command.split('\0')).toEqual(expect.arrayContaining(nodeArgs))
    const variables = await readFile(`/proc/${server.pid}/environ`, 'utf8')
    expect(variables.split('\0')).toContain(`MALLOC_ARENA_MAX=${env.MALLOC_ARENA_MAX}`)
  } finally {
    await server.stop()
  }
})
