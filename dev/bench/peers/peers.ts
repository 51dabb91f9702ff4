import { placement } from '../cores.ts'
import { sampleVariables, startInjectWorld } from '../inject-world.ts'
import { compare, withRawServer } from '../measure.ts'
import { printRow, printTitle } from '../table.ts'
import { fillInfisical } from './infisical.ts'
import { startOpenBao } from './openbao.ts'
import type { Peer } from './peer.ts'

const variables = 50
const connectionCounts = [1, 10, 50]

/** Where peers are. Those that are not given are not measured. */
export interface PeersToMeasure {
  /** The program `bao`, or the archive of a release. */
  readonly openbao?: string | undefined
  /** The address of an instance without accounts. */
  readonly infisical?: string | undefined
}

async function ours(engine: 'sqlite' | 'postgres'): Promise<Peer> {
  const world = await startInjectWorld(engine)
  const { fetched: target, bytes } = await world.targets(variables)
  return { name: `Envhold, ${engine}`, target, bytes, meter: world.meter, stop: world.stop }
}

async function measurePeer({ name, target, bytes, meter }: Peer): Promise<void> {
  for (const connections of connectionCounts) {
    const comparison = await withRawServer(bytes, (raw) => compare(target, raw, connections, meter))
    printRow({ name, connections, comparison })
  }
}

/** The same variables from each server by the same client, one server after the other (README.md beside this file). */
export async function benchPeers({ openbao, infisical }: PeersToMeasure): Promise<void> {
  const same = sampleVariables(variables)
  const starts: (() => Promise<Peer>)[] = [
    () => ours('sqlite'),
    () => ours('postgres'),
    ...(openbao ? [() => startOpenBao(openbao, same)] : []),
    ...(infisical ? [() => fillInfisical(infisical, same)] : []),
  ]
  printTitle(placement)
  for (const start of starts) {
    const peer = await start()
    try {
      await measurePeer(peer)
    } finally {
      await peer.stop()
    }
  }
  const missing = [!openbao && '--openbao FILE', !infisical && '--infisical URL'].filter(Boolean)
  if (missing.length > 0) process.stdout.write(`\nNot measured, since not given: ${missing.join(', ')}\n`)
}
