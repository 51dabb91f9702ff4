import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { createLog } from '../../apps/server/src/http/log/log.ts'
import { openInstance } from '../../apps/server/src/instance/open-instance.ts'
import { stop } from '../../apps/server/src/instance/stop.ts'
import { addPerson } from './add-person.ts'
import { startMailbox } from './mailbox.ts'
import { measured } from './measured.ts'
import { copyMigratedFile, sharedSecret } from './migrated-file.ts'
import { queueingLimiter } from './queueing-limiter.ts'
import type { Person, SignUp } from './sign-up.ts'

/** An instance on SQLite that other processes use: over HTTP, or beside it in its data folder. */
export interface Instance {
  /** Without `/api`. */
  readonly url: string
  readonly dataDir: string
  /** Its environment variables: the operator's tools need them. */
  readonly settings: Readonly<Record<string, string>>
  readonly addPerson: (signUp?: SignUp) => Promise<Person>
  /** Its log so far. */
  readonly output: () => string
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>
}

/**
 * Starts an instance in this process, which takes a twentieth of the time of a process of its own (start-server.ts).
 * An empty `SMTP_URL` means no mail server.
 */
export const instanceHere = (settings: Readonly<Record<string, string>> = {}): Promise<Instance> =>
  measured('instance in a shared process', () => open(settings))

async function open(overrides: Readonly<Record<string, string>>): Promise<Instance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-instance-'))
  await chmod(dataDir, 0o700)
  await copyMigratedFile(dataDir)
  await writeFile(join(dataDir, 'server-secret'), sharedSecret, { mode: 0o600 })
  const mailbox = overrides.SMTP_URL === undefined ? await startMailbox(dataDir) : undefined
  const settings = { PORT: '0', ...mailbox?.settings, ...overrides, DATA_DIR: dataDir }
  const config = readConfig(settings)
  const lines: string[] = []
  const log = createLog(config.logLevel, { to: { write: (line) => void lines.push(line) } })
  const instance = await openInstance(config, { log, acceptRestored: false, limiter: queueingLimiter() })
  await instance.server.listen({ port: config.port, host: config.host })
  instance.startWork()
  const url = `http://127.0.0.1:${(instance.server.server.address() as AddressInfo).port}`
  let stopping: Promise<void> | undefined
  const end = async () => {
    instance.server.server.closeAllConnections()
    await stop(instance)
    await mailbox?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    dataDir,
    settings,
    addPerson: (more) => addPerson({ ctx: instance.ctx, url }, more),
    output: () => lines.join(''),
    stop: () => {
      stopping ??= end()
      return stopping
    },
  }
}
