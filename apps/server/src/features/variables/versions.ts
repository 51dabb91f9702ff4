/** The history of an environment. */

import * as contract from '@envhold/contract/variables/versions.ts'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb, verbWithResult } from '../../http/verb.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import { authorView } from '../environments/environment-view.ts'
import {
  findOldestVersion,
  findVersionPage,
  listVersionRows,
  type VersionSummaryRow,
} from '../environments/version-store.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading } from './open-for-reading.ts'
import { openVersion, retryMoved } from './open-version.ts'
import { variablesView, writtenResult } from './variables-view.ts'
import { writeVersion } from './write-version.ts'

/** A page ends with the version whose names fill it. Most versions change a few names. */
const maxNameBytes = 32 * 1024

/** Lists an environment's history, newest first, with the oldest version that is still stored. */
export const listVersions = verb(contract.listVersions, async (world: VaultWorld, call) => {
  const { caller, params, query, origin } = call
  const { environment } = await requireEnvironment(world, caller, { id: params.id, operation: 'read' })
  const holder = await unlock(world, call)
  if (environment.rekey_pending)
    await retryMoved(() => openForReading(world, { holder, caller, origin }, environment.id))
  const before = Math.min(query.before ?? environment.version + 1, environment.version + 1)
  const request = { before, limit: query.limit, maxBytes: maxNameBytes }
  const page = await findVersionPage(world.db, environment.id, 'names', request)
  const rows = page ? await listVersionRows(world.db, environment.id, page) : []
  const oldest = await findOldestVersion(world.db, environment.id)
  return {
    versions: rows.map(versionView),
    whole_from: oldest ? { version: oldest.version, created_at: wireTime(oldest.created_at) } : null,
    hasMore: page?.hasMore ?? false,
  }
})

export const readVersion = verb(contract.readVersion, (world: VaultWorld, call) => {
  const { caller, params, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(world, call)
    const readable = await openForReading(world, { holder, caller, origin }, params.id)
    const { row, variables } = await readable.version(params.version)
    const opened = await variables.reveal(`Read version ${params.version} of`)
    return {
      version: row.version,
      created_at: wireTime(row.created_at),
      author: authorView(row),
      ...variablesView(opened),
    }
  })
})

/** Writes the content of an old version as a new version, so the history stays complete. */
export const restoreVersion = verbWithResult(contract.restoreVersion, async (world: VaultWorld, call) => {
  const { params } = call
  const written = await writeVersion(world, call, {
    isRestore: true,
    change: async (_, current, trx) => (await openVersion(trx, current, params.version)).variables,
    type: 'variables_restored',
    kind: { restored: params.version },
  })
  return await writtenResult(world, written)
})

/** A version in its wire form: names, no values. */
const versionView = (row: VersionSummaryRow): contract.VersionSummary => ({
  version: row.version,
  created_at: wireTime(row.created_at),
  author: authorView(row),
  added: parseStored(storedTexts, row.added),
  changed: parseStored(storedTexts, row.changed),
  removed: parseStored(storedTexts, row.removed),
})
