// Two nodes on three PostgreSQL under Patroni with etcd, while its leader is killed, cut off and switched over under load.
// Prints what callers saw of each, and every acknowledged call or write that is lost: there must be none.
// `npm run patroni -- --kills 20 --partitions 20 --switchovers 5 --ttl 30`; these numbers are the default.

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findLosses } from '../faults/find-losses.ts'
import { createFixture } from '../faults/inject-targets.ts'
import { startWrites, type Writes } from '../faults/load.ts'
import { waitUntil } from '../faults/wait-until.ts'
import { startNodes } from '../world/start-nodes.ts'
import { type Cluster, findMissing, type PatroniServer, startCluster } from './cluster.ts'
import { observeNode, type Seen } from './observed.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    partitions: { type: 'string', default: '20' },
    switchovers: { type: 'string', default: '5' },
    ttl: { type: 'string', default: '30' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const inSeconds = (ms: number) => (ms / 1_000).toFixed(1)
let isInterrupted = false
/** Ctrl-C ends after the current disturbance, and still looks for losses. */
process.once('SIGINT', () => {
  isInterrupted = true
})
const quietMs = 1_500

interface Disturbance {
  readonly name: string
  readonly begin: (leader: PatroniServer, cluster: Cluster) => Promise<unknown>
  /** Begins when calls are answered again. */
  readonly end: (leader: PatroniServer) => unknown
}

const kill: Disturbance = {
  name: 'kill',
  begin: (leader) => leader.kill(),
  end: (leader) => leader.start(),
}
const heal = (leader: PatroniServer) => leader.machine.heal()
const cutOff: Disturbance = {
  name: 'partition from everyone',
  begin: (leader) => leader.machine.cutOff(),
  end: heal,
}
/** Callers still reach the former leader. */
const cutOffFromPeers: Disturbance = {
  name: 'partition from the other machines',
  begin: (leader, { servers }) =>
    leader.machine.cutOff(servers.filter((server) => server !== leader).map(({ machine }) => machine.ip)),
  end: heal,
}
const switchover: Disturbance = {
  name: 'switchover',
  begin: (leader, cluster) => cluster.switchOver(leader),
  end: () => {},
}

const times = (count: string, ...disturbances: readonly Disturbance[]) =>
  Array.from({ length: Number(count) }, (_, n) => disturbances[n % disturbances.length] ?? kill)

async function disturb(): Promise<number> {
  const plan = [
    ...times(values.switchovers, switchover),
    ...times(values.kills, kill),
    ...times(values.partitions, cutOff, cutOffFromPeers),
  ]
  const ttl = Number(values.ttl)
  const cluster = await startCluster({
    ttl,
    loopWait: Math.max(1, ttl / 3),
    retryTimeout: Math.max(2, ttl / 3),
  })
  const nodes = await startNodes({ count: 2, databaseUrls: [cluster.databaseUrl] })
  const [first] = nodes
  if (!first) throw new Error('There is no node')
  try {
    const { person, targets } = await createFixture(first.url, plan.length)
    const observed = nodes.map(({ url }) => observeNode(url, targets))
    const writes: Writes[] = []
    const seen: Seen[] = []
    print(`Patroni with a ttl of ${ttl} s; the worse of two nodes; s\n`)
    print(
      '| what | without an acknowledged call | ready without one | unready with some |\n|---|---:|---:|---:|',
    )
    for (const [n, { name, begin, end }] of plan.entries()) {
      if (isInterrupted) break
      const leader = await cluster.whole()
      const written = startWrites(nodes[n % 2]?.url ?? '', person, targets[n]?.environmentId ?? 0)
      writes.push(written)
      await sleep(quietMs)
      const moment = performance.now() - quietMs
      await begin(leader, cluster)
      const begun = performance.now()
      await waitUntil('another server leads, and each node answers', async () =>
        observed.every(({ calls }) =>
          calls.some(({ sentAt, outcome }) => outcome === 200 && sentAt > begun + 2_000),
        ),
      )
      await sleep(quietMs)
      await end(leader)
      await cluster.whole()
      await sleep(quietMs)
      await written.stop()
      const each = observed.map((node) => node.since(moment))
      const worst = (of: keyof Seen) => Math.max(...each.map((one) => one[of]))
      const one: Seen = {
        outageMs: worst('outageMs'),
        wronglyReadyMs: worst('wronglyReadyMs'),
        wronglyUnreadyMs: worst('wronglyUnreadyMs'),
      }
      seen.push(one)
      print(`| ${name} of ${leader.name} | ${Object.values(one).map(inSeconds).join(' | ')} |`)
    }
    await Promise.all(observed.map((node) => node.stop()))
    const calls = observed.flatMap((node) => node.calls)
    const losses = await findLosses(first, { calls, writes, person })
    const acknowledged = calls.filter(({ outcome }) => outcome === 200).length
    const written = writes.reduce((sum, one) => sum + one.acknowledged.length, 0)
    const maximum = (of: keyof Seen) => inSeconds(Math.max(...seen.map((one) => one[of])))
    print(
      `| longest | ${maximum('outageMs')} | ${maximum('wronglyReadyMs')} | ${maximum('wronglyUnreadyMs')} |\n`,
    )
    const outcomes = Map.groupBy(calls, ({ outcome }) => outcome)
    print(`Calls: ${[...outcomes].map(([outcome, of]) => `${outcome} ${of.length}`).join(', ')}`)
    print(`${acknowledged} calls and ${written} writes acknowledged, ${losses.length} faults found`)
    for (const loss of losses.slice(0, 20)) print(loss)
    return losses.length
  } catch (error) {
    process.stderr.write(
      [...nodes.map((node) => node.output().slice(-6_000)), await cluster.describe()].join('\n'),
    )
    throw error
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await cluster.stop()
  }
}

const missing = await findMissing()
if (missing.length > 0) print(`Skipped: this machine lacks ${missing.join(', ')}.`)
else process.exitCode = (await disturb()) > 0 ? 1 : 0
