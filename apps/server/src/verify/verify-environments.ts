import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { TamperedRowError } from '../app-error.ts'
import type { DbContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { hashNames } from '../features/environments/environment-names.ts'
import { rosterHash } from '../features/keyring/epoch-store.ts'
import { listHolders } from '../features/keyring/grant-store.ts'
import { readHolders } from '../features/keyring/holders-store.ts'
import { rosterOf } from '../features/keyring/roster.ts'
import type { OnFinding } from './finding.ts'
import {
  type EnvironmentHead,
  readEpochs,
  readHistory,
  readStoredNames,
  readStrangers,
  rowsOf,
} from './walk-store.ts'

/**
 * Compares each environment's head with its rows: every version from the start of the history, the names of its
 * variables, every key epoch, and the holders of the current key according to the epoch's row.
 * @returns how many environments there are
 */
export async function verifyEnvironments(db: Db, secrets: ServerSecrets, onFinding: OnFinding) {
  let count = 0
  for await (const head of rowsOf(db, 'environments', ['id'])) {
    count++
    await verifyVersions(db, head, onFinding)
    await verifyNames(db, head, onFinding)
    const roster = await verifyEpochs(db, head, onFinding)
    await verifyHolders({ db, secrets }, head, roster, onFinding)
  }
  return count
}

async function verifyVersions(db: Db, head: EnvironmentHead, onFinding: OnFinding): Promise<void> {
  const { id, version, oldest_version, epoch, stored_bytes } = head
  const report = (of: number, problem: string) => onFinding('environment_versions', `${id}/${of}`, problem)
  const { first, last, newestEpoch, missing, bytes } = await readHistory(db, head)
  if (missing !== undefined)
    report(missing, `is missing: the history runs from ${oldest_version} to ${version}`)
  if (first !== null && first < oldest_version)
    report(first, `is before ${oldest_version}, where the history begins`)
  if (last !== null && last > version) report(last, `is after ${version}, the newest version`)
  if (newestEpoch !== undefined && newestEpoch !== epoch)
    report(version, `is the newest version and belongs to epoch ${newestEpoch}, not ${epoch}`)
  const isWhole =
    missing === undefined && (first ?? oldest_version) >= oldest_version && (last ?? version) <= version
  if (isWhole && bytes !== stored_bytes)
    onFinding('environments', id, `counts ${stored_bytes} stored bytes: its versions take ${bytes}`)
}

async function verifyNames(db: Db, head: EnvironmentHead, onFinding: OnFinding): Promise<void> {
  const { id, names_hash } = head
  const report = (problem: string) => onFinding('environment_names', id, problem)
  const names = await readStoredNames(db, head)
  if (names_hash === null) {
    if (names !== undefined) report('is left over: the environment has no hash of it')
  } else if (names === undefined) report('is missing: the environment has its hash')
  else if (!sameBytes(hashNames(names), names_hash))
    report('was changed from outside: the environment has another hash')
}

/** @returns the roster hash of the current epoch, if known */
async function verifyEpochs(db: Db, { id, epoch }: EnvironmentHead, onFinding: OnFinding) {
  const report = (of: number, problem: string) => onFinding('environment_epochs', `${id}/${of}`, problem)
  const epochs = await readEpochs(db, id)
  const there = new Set(epochs.map((row) => row.epoch))
  for (let n = 1; n <= epoch; n++) if (!there.has(n)) report(n, `is missing: the current epoch is ${epoch}`)
  for (const row of epochs) {
    if (row.epoch > epoch) report(row.epoch, `is after ${epoch}, the current epoch`)
    const follows = row.epoch > 1 ? 1 : 0
    if (row.has_previous !== follows || row.has_link !== follows)
      report(row.epoch, 'is not linked to the previous epoch')
  }
  return epochs.find((row) => row.epoch === epoch)?.roster_hash ?? undefined
}

/**
 * Compares the holders of an environment's current key with the project's people and with the roster.
 * @param roster the roster hash of the current epoch, if known
 */
async function verifyHolders(
  ctx: DbContext<'secrets'>,
  head: EnvironmentHead,
  roster: Uint8Array | undefined,
  onFinding: OnFinding,
): Promise<void> {
  const { id, epoch } = head
  for (const principal of await readStrangers(ctx.db, head))
    onFinding(
      'grants',
      `${id}/user/${principal}`,
      'opens the environment for a user who is neither owner, collaborator nor invited',
    )
  if (!roster) return
  try {
    const holders = await listHolders(ctx, id, epoch)
    if (sameBytes(rosterHash(rosterOf(holders)), roster)) {
      const counted = await readHolders(ctx.db, id)
      // Until the next change of its holders, a row of an earlier version also counts the tokens of collaborators.
      if (head.holders < counted || head.holders > holders.length)
        onFinding('environments', id, `counts ${head.holders} holders of its key: there are ${counted}`)
      return
    }
  } catch (error) {
    // An invalid grant is found by its MAC, or by its missing holder; a valid one of another epoch is not.
    if (!(error instanceof TamperedRowError || error instanceof VaultError)) throw error
  }
  onFinding(
    'grants',
    `${id}/*`,
    `are not those of the roster of epoch ${epoch}: one was added, removed or swapped`,
  )
}
