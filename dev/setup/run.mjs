// The entry of every npm script. Any Node from 20 runs this file and those beside it, with nothing installed: they
// install what is missing, build what is stale, and start the pinned Node, which runs the TypeScript.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { root } from './root.mjs'
import { runPinnedNode } from './run-pinned-node.mjs'
import { runServer } from './run-server.mjs'
import { findRuntime } from './runtime.mjs'

/** What runs as it is built. */
const built = (name) => ({ file: `apps/server/dist/${name}.js`, builds: ['server'] })

const tasks = {
  start: { file: 'apps/server/dist/main.js', builds: ['server', 'web', 'cli'], run: runServer },
  test: { file: 'dev/setup/test.ts', builds: ['server', 'web', 'cli'] },
  dev: { file: 'dev/world/dev.ts', builds: ['cli'] },
  bench: { file: 'dev/bench/bench.ts', builds: ['server', 'web', 'cli'] },
  build: { builds: ['server', 'web', 'cli'] },
  check: { file: 'dev/checks/check.ts' },
  fix: { file: 'dev/checks/fix.ts' },
  mutants: { file: 'dev/checks/mutants.ts' },
  verify: built('verify'),
  payments: built('payments-tool'),
  'sign-in-provider': built('sign-in-provider-tool'),
  operator: built('operator-tool'),
  'server-secret': built('server-secret-tool'),
  backup: built('backup-tool'),
  move: built('move-tool'),
  'audit:verify': built('audit-verify'),
  'audit:rollups': built('audit-rollups'),
}

const [name, ...args] = process.argv.slice(2)
const task = tasks[name]
if (!task) {
  console.error(`Name a task: ${Object.keys(tasks).join(', ')}`)
  process.exit(64)
}

try {
  await install()
  const node = findRuntime()
  await build(task.builds ?? [], node)
  if (task.file && !existsSync(join(root, task.file))) throw new Error(`There is no ${task.file} yet.`)
  const run = task.run ?? runPinnedNode
  if (task.file) await run(node, [task.file, ...args])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
