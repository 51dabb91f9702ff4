import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../world/postgres-process.ts'
import type { ServerToStart, StartedServer } from '../world/start-server.ts'
import { findProgram } from './find-program.ts'

/** `write` and `sync` fail with EIO, `full` fails writes with ENOSPC, `slow N` delays each sync by N milliseconds. */
export type DiskFault = 'write' | 'full' | 'sync' | `slow ${number}`

/** A disk whose faults the test switches on and off while a server uses it. */
export interface FaultyDisk {
  /** Starts a server on it. */
  readonly server: Pick<ServerToStart, 'settings' | 'nodeArgs'>
  fail(fault: DiskFault, server: Pick<StartedServer, 'pid'>): Promise<void>
  /** Works again; after a fault that the server has survived, name the server. */
  work(server?: Pick<StartedServer, 'pid'>): Promise<void>
  remove(): Promise<void>
}

const compiler = process.platform === 'linux' ? (findProgram('cc') ?? findProgram('gcc')) : undefined

const prlimit = findProgram('prlimit')

/** What fails when a write fails. */
export const writeFault = compiler
  ? 'EIO on writes of the database'
  : 'EFBIG on all writes to files, since there is no C compiler on Linux here'
export const fullFault = compiler
  ? 'ENOSPC on writes to the data folder, since no file system can be mounted here'
  : 'EFBIG on all writes to files, since no file system can be mounted here, and there is no C compiler'
export const canFailWrites = compiler !== undefined || prlimit !== undefined
/** What fails when a sync fails or is slow. */
export const syncFault = compiler
  ? 'every sync of the process'
  : "Node's own syncs alone, since there is no C compiler on Linux here"

/** Node ignores SIGXFSZ, so a write beyond the limit fails. */
const limitFileSize = async (pid: number, limit: '0' | 'unlimited') => {
  if (prlimit) await run(prlimit, ['--pid', String(pid), `--fsize=${limit}:unlimited`])
}

async function compileLibrary(cc: string, folder: string): Promise<string> {
  const library = join(folder, 'faulty-disk.so')
  const source = join(import.meta.dirname, 'faulty-disk.c')
  await run(cc, ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  return library
}

/** The same faults for what Node itself syncs. */
const preloaded = (sign: string) => `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { fdatasync } = fs
  const faultOf = () => {
    try {
      return fs.readFileSync(${JSON.stringify(sign)}, 'utf8')
    } catch {
      return ''
    }
  }
  fs.fdatasync = (file, done) => {
    const [fault, ms] = faultOf().split(' ')
    if (fault === 'slow') setTimeout(() => fdatasync(file, done), Number(ms))
    else if (fault === 'sync') setImmediate(done, Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
    else fdatasync(file, done)
  }
  syncBuiltinESMExports()
`

/** @param files the faults are those of files whose path contains this */
export async function createFaultyDisk(files: string): Promise<FaultyDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-disk-'))
  const sign = join(folder, 'fault')
  const script = join(folder, 'disk.mjs')
  if (!compiler) await writeFile(script, preloaded(sign))
  return {
    server: compiler
      ? {
          settings: {
            LD_PRELOAD: await compileLibrary(compiler, folder),
            FAULTY_DISK: sign,
            FAULTY_FILES: files,
          },
        }
      : { nodeArgs: ['--import', script] },
    fail: async (fault, { pid }) => {
      if ((fault === 'write' || fault === 'full') && !compiler) await limitFileSize(pid, '0')
      else await writeFile(sign, fault)
    },
    work: async (server) => {
      if (server && !compiler) await limitFileSize(server.pid, 'unlimited')
      await rm(sign, { force: true })
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
