import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { defaultDataDir } from './config.ts'
import { environment, setVariable } from './env.ts'
import { readSecretFiles } from './secrets.ts'

interface User {
  readonly uid: number
  readonly gid: number
}

/**
 * Turns root into the user who owns the data: what root creates among the data, the server could not use. What root
 * owns already, as in containers, stays with root.
 * @returns a sentence for operators when that cannot be
 */
export function becomeDataOwner(): string | undefined {
  const owner = findDataOwner()
  if (!owner || owner.uid === 0) return undefined
  readSecretsBefore()
  try {
    becomeUser(owner)
  } catch {
    return `The data belongs to the user with the id ${owner.uid}, and this root may not become another user. Run it as that user.`
  }
  try {
    accessSync(import.meta.filename, constants.R_OK)
    accessSync(process.execPath, constants.X_OK)
  } catch {
    return `The data belongs to the user with the id ${owner.uid}, who may not read ${import.meta.dirname} or run ${process.execPath}. Install Envhold where every user may read it, such as /usr/local/lib.`
  }
  return undefined
}

/**
 * A database that is root's, in a folder of another user, was made by a server that runs as root. A link to one was
 * perhaps not.
 */
function findDataOwner(): User | undefined {
  const dataDir = resolve(environment().DATA_DIR?.trim() || defaultDataDir)
  const database = lstatSync(join(dataDir, 'envhold.db'), { throwIfNoEntry: false })
  const decides = database && (database.isFile() || database.uid !== 0)
  return decides ? database : statSync(dataDir, { throwIfNoEntry: false })
}

/** Files of secrets may be readable by root alone. Those that have a problem are read again, which reports it. */
function readSecretsBefore(): void {
  const { set } = readSecretFiles(environment())
  for (const [name, text] of Object.entries(set)) {
    if (!text) continue
    setVariable(name, text)
    setVariable(`${name}_FILE`, undefined)
  }
}

function becomeUser({ uid, gid }: User): void {
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  setVariable('HOME', findHome())
}

/** Programs such as rclone read their settings there. In a container the user may have no name, and so no home. */
function findHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}
