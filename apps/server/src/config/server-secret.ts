import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  newServerSecret,
  parseServerSecrets,
  type ServerSecrets,
  serverSecrets,
} from '@envhold/integrity/server-secret.ts'
import { type Config, ConfigError } from './config.ts'

const fileName = 'server-secret'
const forOthers = 0o077

type Place = Pick<Config, 'serverSecret' | 'dataDir'>

/**
 * The ring of server secrets: from the settings, otherwise from the file that the first start creates in the data
 * folder.
 * @throws ConfigError when the file is missing or invalid
 */
export function loadServerSecrets({ serverSecret, dataDir }: Place): ServerSecrets {
  return serverSecrets(parseServerSecrets(serverSecret?.reveal() ?? read(dataDir)))
}

/** The same for a server: without secret and database it creates the file. */
export function loadOrCreateServerSecrets(place: Place): ServerSecrets {
  const { serverSecret, dataDir } = place
  const file = join(dataDir, fileName)
  if (!serverSecret && !existsSync(file) && !existsSync(join(dataDir, 'envhold.db'))) make(dataDir, file)
  return loadServerSecrets(place)
}

function read(dataDir: string): string {
  const file = join(dataDir, fileName)
  if (!existsSync(file))
    throw new ConfigError([
      existsSync(join(dataDir, 'envhold.db'))
        ? `${file} is missing, and the database beside it cannot be used without it: put it back from a backup, or set SERVER_SECRET or SERVER_SECRET_FILE as for the server`
        : `SERVER_SECRET is required: DATA_DIR (${dataDir}) has no ${fileName}. For a new instance: envhold-server secret new 1`,
    ])
  if (process.platform !== 'win32' && (statSync(file).mode & forOthers) !== 0)
    throw new ConfigError([`${file} is readable by other users: run chmod 600 on it`])
  const text = readFileSync(file, 'utf8').trim()
  try {
    serverSecrets(parseServerSecrets(text))
  } catch {
    throw new ConfigError([`${file} does not contain a server secret: put it back from a backup`])
  }
  return text
}

/** Completely or not at all, and never over one that another process has just created. */
function make(dataDir: string, file: string): void {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  const to = openSync(draft, 'wx', 0o600)
  writeSync(to, `${newServerSecret()}\n`)
  fsyncSync(to)
  closeSync(to)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
  if (process.platform === 'win32') return
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
