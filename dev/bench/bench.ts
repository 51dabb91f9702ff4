// One table from one run: how fast an environment is fetched, including its durable record, relative to a raw
// `node:http` server with a constant body of the same size; what starting and running cost; and how fast the activity
// pages respond with a million entries. Arguments of `npm run bench` choose what to measure: `inject`, `floor`, `costs`,
// `activity`, `lines`, `rekey`, `export`, `flood`, `pages`, `memory`, `unlocks`, `nodes`, `sign-ins`, `resets`,
// `operator`, `tasks`, `neighbours`, `find`, `sizing`, `peers`; a number after `flood` or `neighbours` is the length
// of each measurement in seconds, and `--only TEXT` limits `neighbours` to engines and attacks of that name. `peers` is
// measured only when asked for; `--openbao` and `--infisical` say where those are. Absolute figures depend on the
// machine and its load; the ratios say more.

import { parseArgs } from 'node:util'
import { benchActivity } from './activity.ts'
import { benchLines } from './activity-lines.ts'
import { measureCosts } from './costs.ts'
import { measureExport } from './export.ts'
import { measureFind } from './find.ts'
import { benchFlood } from './flood.ts'
import { benchFloor } from './floor.ts'
import { benchInjects } from './injects.ts'
import { measureMemory } from './memory.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchNodes } from './nodes.ts'
import { benchOperator } from './operator.ts'
import { benchPages } from './pages.ts'
import { benchPeers } from './peers/peers.ts'
import { measureRekey } from './rekey.ts'
import { measureResets } from './resets.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureSizing } from './sizing.ts'
import { printCosts } from './table.ts'
import { benchTasks } from './tasks.ts'
import { measureUnlocks } from './unlocks.ts'

const engines = ['sqlite', 'postgres'] as const

async function benchActivities(): Promise<void> {
  for (const engine of engines) await benchActivity(engine)
}

const { values: options, positionals: words } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    openbao: { type: 'string' },
    infisical: { type: 'string' },
  },
  allowPositionals: true,
})
const secondsArgument = words.find((word) => /^[1-9]\d{0,2}$/.test(word))
const floodSeconds = Number(secondsArgument ?? 60)

const benches = {
  inject: benchInjects,
  floor: benchFloor,
  costs: async () => printCosts(await measureCosts()),
  activity: benchActivities,
  lines: async () => {
    for (const engine of engines) await benchLines(engine)
  },
  pages: benchPages,
  tasks: benchTasks,
  rekey: async () => printCosts([await measureRekey('sqlite'), await measureRekey('postgres')]),
  export: async () => printCosts([await measureExport('sqlite'), await measureExport('postgres')]),
  find: async () => {
    for (const engine of engines) printCosts(await measureFind(engine))
  },
  memory: async () => {
    for (const engine of engines) printCosts(await measureMemory(engine))
  },
  unlocks: async () => {
    for (const engine of engines) printCosts([await measureUnlocks(engine)])
  },
  nodes: benchNodes,
  sizing: async () => {
    for (const engine of engines) await measureSizing(engine)
  },
  'sign-ins': async () => printCosts([await measureSignIns(1_000)]),
  resets: async () => printCosts(await measureResets(1_000)),
  operator: async () => {
    for (const engine of engines) await benchOperator(engine)
  },
  neighbours: async () => {
    for (const engine of engines) await benchNeighbours(engine, Number(secondsArgument ?? 10), options.only)
  },
  flood: () => benchFlood(floodSeconds),
  peers: () => benchPeers(options),
}
const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const names = words.filter((word) => word !== secondsArgument)
if (!names.every(isBench)) {
  process.stderr.write(`Say what to measure: ${Object.keys(benches).join(', ')}\n`)
  process.exit(64)
}
for (const name of Object.keys(benches).filter(isBench))
  if (names.length === 0 ? name !== 'peers' : names.includes(name)) await benches[name]()
