// One table from one run: how fast an environment is fetched, durable record included, as a share of what a raw
// `node:http` server does with a constant body of the same size; and what starting and running cost.
// And how fast the activity pages answer that have a million entries behind them. Words after `npm run bench` choose
// what is measured: `inject`, `costs`, `activity`, `rekey`, `siege`; a number after `siege` is its length in seconds.
//
// Absolute figures move with the machine and with whatever else runs on it; the ratios say more.

import { benchActivity } from './activity.ts'
import { measureCosts } from './costs.ts'
import { benchInjects } from './injects.ts'
import { benchPages } from './pages.ts'
import { measureRekey } from './rekey.ts'
import { benchSiege } from './siege.ts'
import { printCosts } from './table.ts'

async function benchActivities(): Promise<void> {
  for (const engine of ['sqlite', 'postgres'] as const) await benchActivity(engine)
}

const words = process.argv.slice(2)
const siegeSeconds = Number(words.find((word) => /^[1-9]\d{0,2}$/.test(word)) ?? 60)

const benches = {
  inject: benchInjects,
  costs: async () => printCosts(await measureCosts()),
  activity: benchActivities,
  pages: benchPages,
  rekey: async () => printCosts([await measureRekey('sqlite'), await measureRekey('postgres')]),
  siege: () => benchSiege(siegeSeconds),
}
const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const asked = words.filter((word) => word !== String(siegeSeconds))
if (!asked.every(isBench)) {
  process.stderr.write(`Say what to measure: ${Object.keys(benches).join(', ')}\n`)
  process.exit(64)
}
for (const name of Object.keys(benches).filter(isBench))
  if (asked.length === 0 || asked.includes(name)) await benches[name]()
