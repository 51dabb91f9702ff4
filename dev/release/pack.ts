/** The files of a release for one architecture, from the built folder and a Node. */
import { join } from 'node:path'
import { root } from '../setup/root.mjs'
import { type Entry, entriesOf, tarGz } from './archive.ts'
import { debianArchitectures, makeDebianPackage, type PackageToMake } from './debian-package.ts'
import { type Base, makeImage } from './image.ts'
import type { Architecture, NodeProgram } from './node-program.ts'

export const builtFolder = join(root, 'build/envhold-server')

export interface PackOrder {
  readonly version: string
  readonly commit: string
  /** Of every file in it. */
  readonly time: Date
  readonly architecture: Architecture
  readonly node: NodeProgram
}

export interface Packed {
  readonly name: string
  readonly bytes: Buffer
}

const release = async (place: string, { node }: PackOrder): Promise<Entry[]> => [
  ...(await entriesOf(builtFolder, place)),
  { name: `${place}/node`, mode: 0o755, bytes: node.bytes },
]
const nameOf = ({ version, architecture }: PackOrder) => `envhold-server-${version}-linux-${architecture}`
const installed = (order: PackOrder) => release('usr/lib/envhold-server', order)

export async function packArchive(order: PackOrder): Promise<Packed> {
  const name = nameOf(order)
  const units = await entriesOf(join(root, 'deploy/systemd'), `${name}/systemd`)
  return {
    name: `${name}.tar.gz`,
    bytes: await tarGz([...(await release(name, order)), ...units], order.time),
  }
}

export async function packDebian(order: PackOrder & Pick<PackageToMake, 'compression'>): Promise<Packed> {
  const name = `envhold-server_${order.version}_${debianArchitectures[order.architecture]}.deb`
  return { name, bytes: await makeDebianPackage({ ...order, release: await installed(order) }) }
}

export async function packImage(order: PackOrder, base: Base): Promise<Packed> {
  const bytes = await makeImage({ ...order, base, release: await installed(order) })
  return { name: `${nameOf(order)}.oci.tar`, bytes }
}

/** Of the server; that of the command line is in the built folder. */
export const packNpm = async ({ version, time }: Pick<PackOrder, 'version' | 'time'>): Promise<Packed> => ({
  name: `envhold-server-${version}.tgz`,
  bytes: await tarGz(await entriesOf(builtFolder, 'package'), time),
})
