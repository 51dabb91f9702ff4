// The entry of every npm script. Any Node from 20 runs this file and those beside it, with nothing installed: they
// install what the task needs, build what is stale, and start the pinned Node, which runs the TypeScript.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { root } from './root.mjs'
import { runPinnedNode } from './run-pinned-node.mjs'
import { runServer } from './run-server.mjs'
import { findRuntime } from './runtime.mjs'

const server = 'build/envhold-server/server/main.js'

/** Words of `envhold-server`, as it is built. */
const command = (...words) => ({ file: server, words, builds: ['server'] })

/** `all`: the task needs the packages of tests and checks, too. */
const tasks = {
  start: { file: server, words: ['serve'], builds: ['server', 'web', 'cli'], run: runServer },
  test: { file: 'dev/setup/test.ts', builds: ['server', 'web', 'cli'], all: true },
  dev: { file: 'dev/world/dev.ts', builds: ['cli'], all: true },
  bench: { file: 'dev/bench/bench.ts', builds: ['server', 'web', 'cli'], all: true },
  patroni: { file: 'dev/patroni/patroni.ts', builds: ['server'], all: true },
  soak: { file: 'dev/soak/soak.ts', builds: ['server', 'web', 'cli'], all: true },
  build: { builds: ['server', 'web', 'cli'] },
  release: { file: 'dev/release/release.ts', all: true },
  check: { file: 'dev/checks/check.ts', all: true },
  fix: { file: 'dev/checks/fix.ts', all: true },
  'node-releases': { file: 'packages/formats/readers/node-versions.ts', all: true },
  mutants: { file: 'dev/checks/mutants.ts', all: true },
  'envhold-server': command(),
  verify: command('verify'),
  payments: command('payments'),
  'identity-provider': command('identity-provider'),
  operator: command('operator'),
  'server-secret': command('secret'),
  backup: command('backup'),
  move: command('move'),
  'audit:verify': command('audit', 'verify'),
  'audit:rollups': command('audit', 'rollups'),
}

const [name, ...args] = process.argv.slice(2)
const task = tasks[name]
if (!task) {
  console.error(`Name a task: ${Object.keys(tasks).join(', ')}`)
  process.exit(64)
}

try {
  await install({ all: task.all === true })
  const node = findRuntime()
  await build(task.builds ?? [], node)
  if (task.file && !existsSync(join(root, task.file))) throw new Error(`There is no ${task.file} yet.`)
  const run = task.run ?? runPinnedNode
  if (task.file) await run(node, [task.file, ...(task.words ?? []), ...args])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
