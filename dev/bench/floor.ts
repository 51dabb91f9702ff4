// How far a fetch is from the least that it can cost in Node (floor-server.ts), with one thread and with two.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placement, serverCore } from './cores.ts'
import type { FloorOrder } from './floor-server.ts'
import { type InjectWorld, startInjectWorld } from './inject-world.ts'
import { compare, type Target, withRawServer, withScript } from './measure.ts'
import { type Meter, meterOfOther } from './meter.ts'
import { printRow, printTitle } from './table.ts'

const connections = 50
const variables = 50
/** Each connection and each length has these of its own. */
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** The same calls to a floor server that gives the same response. */
async function withFloor(
  threads: FloorOrder['threads'],
  { requests, status }: Target,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const [first] = requests
  const response = await fetch(first?.url ?? '', {
    headers: { 'x-api-key': first?.headers['x-api-key'] ?? '' },
  })
  const headers = [...response.headers].filter(([name]) => !ownHeaders.includes(name))
  const folder = await mkdtemp(join(tmpdir(), 'envhold-floor-'))
  const order: FloorOrder = {
    file: join(folder, 'floor.db'),
    threads,
    requests,
    body: await response.text(),
    headers: Object.fromEntries(headers),
  }
  try {
    await withScript(
      'floor-server.ts',
      [JSON.stringify(order)],
      threads === 1 ? serverCore : 'all',
      (port) => {
        const atFloor = ({ url, headers }: Target['requests'][number]) => ({
          url: `http://127.0.0.1:${port}${new URL(url).pathname}`,
          headers,
        })
        return work({ requests: requests.map(atFloor), status })
      },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchTarget(
  { meter }: InjectWorld,
  what: string,
  target: Target,
  bytes: number,
): Promise<void> {
  const row = async (name: string, measured: Target, meterOfRow: Meter) => {
    const comparison = await withRawServer(bytes, (raw) => compare(measured, raw, connections, meterOfRow))
    printRow({ name: `${what}: ${name}`, connections, comparison })
  }
  await row('Envhold', target, meter)
  for (const threads of [1, 2] as const)
    await withFloor(threads, target, (floor) =>
      row(`floor, threads: ${threads}`, floor, meterOfOther(undefined)),
    )
}

/** Fetches from SQLite, with one key and with 200, beside the least that they can cost. */
export async function benchFloor(): Promise<void> {
  printTitle(placement)
  const world = await startInjectWorld('sqlite')
  try {
    for (const keys of [1, 200]) {
      const { fetched, unchanged, bytes } = await world.targets(variables, keys)
      await benchTarget(world, `keys: ${keys}`, fetched, bytes)
      await benchTarget(world, `keys: ${keys}, unchanged`, unchanged, 0)
    }
  } finally {
    await world.stop()
  }
}
