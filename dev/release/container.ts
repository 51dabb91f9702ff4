// An image in a container of runc: as the image says, with a read-only root, no capability, and this machine's network.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Settings } from './debian-machine.ts'

const run = promisify(execFile)

interface Mount {
  readonly destination: string
  readonly type: string
  readonly source: string
  readonly options: readonly string[]
}

/** What the tests change of a bundle, config.md of the OCI runtime specification. */
interface Bundle {
  readonly process: { readonly args: readonly string[]; readonly env: readonly string[] }
  readonly mounts: readonly Mount[]
  readonly linux: { readonly namespaces: readonly { readonly type: string }[] }
}

export interface Container {
  /** Runs a program in it. @throws Error when it fails */
  readonly exec: (...words: readonly string[]) => Promise<string>
  readonly output: () => string
  readonly signal: (signal: 'TERM' | 'KILL') => Promise<void>
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

/** Unpacks an image of the OCI layout at `FOLDER:TAG`. @returns the folder of the bundle */
export async function unpackImage(image: string, bundle: string): Promise<string> {
  await run('umoci', ['unpack', '--image', image, bundle])
  await writeFile(join(bundle, 'as-unpacked.json'), await readFile(join(bundle, 'config.json')))
  return bundle
}

const bind = (source: string, destination: string, ...options: string[]): Mount => ({
  ...{ destination, source, type: 'none' },
  options: ['bind', 'nosuid', 'nodev', 'noexec', ...options],
})

export interface ContainerOrder {
  readonly id: string
  /** Folders of this machine at places of the container; those of `secrets` cannot be written. */
  readonly folders: { readonly data: string; readonly tmp: string; readonly secrets: string }
  readonly settings: Settings
  readonly args?: readonly string[]
}

/** Starts it, and waits until the server is ready. */
export async function startContainer(bundle: string, order: ContainerOrder): Promise<Container> {
  const { id, folders, settings, args } = order
  const unpacked: Bundle = JSON.parse(await readFile(join(bundle, 'as-unpacked.json'), 'utf8'))
  const { process: unpackedProcess, linux } = unpacked
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] }
  const config = {
    ...unpacked,
    process: {
      ...unpackedProcess,
      ...(args && { args: [...unpackedProcess.args.slice(0, -1), ...args] }),
      terminal: false,
      noNewPrivileges: true,
      capabilities: none,
      env: [...unpackedProcess.env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)],
    },
    root: { path: 'rootfs', readonly: true },
    mounts: [
      ...unpacked.mounts.filter(({ destination }) => destination !== '/data'),
      bind(folders.data, '/data', 'rw'),
      bind(folders.tmp, '/tmp', 'rw'),
      bind(folders.secrets, '/run/secrets', 'ro'),
    ],
    linux: { ...linux, namespaces: linux.namespaces.filter(({ type }) => type !== 'network') },
  }
  await mkdir(join(bundle, 'rootfs/run/secrets'), { recursive: true })
  await writeFile(join(bundle, 'config.json'), JSON.stringify(config))
  const child = spawn('runc', ['run', '--bundle', bundle, id], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (bytes: Buffer) => {
      output += String(bytes)
      if (/Envhold is ready/.test(output)) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then((code) => reject(new Error(`The container ended with ${code}:\n${output}`)))
  })
  return {
    exec: async (...words) => (await run('runc', ['exec', id, ...words])).stdout,
    output: () => output,
    signal: async (signal) => {
      await run('runc', ['kill', id, signal])
    },
    ended,
  }
}
