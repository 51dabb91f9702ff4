import type { Variable } from '@envhold/formats/variables.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { Db } from '../../db/connect.ts'
import { openSealedVersion } from '../environments/open-sealed-version.ts'
import { findVersionPage, listSealedVersions, type WantedPage } from '../environments/version-store.ts'
import type { OpenEnvironment } from './open-newest.ts'
import { keyOfVersion } from './open-version.ts'

export interface OpenedVersion {
  readonly version: number
  readonly created_at: number
  readonly author_username: string | null
  readonly variables: ReadonlyMap<string, Variable>
}

/**
 * Opens many versions of the history, newest first, and lets other calls run between two of them.
 * @returns the versions, and whether older ones are stored
 * @throws EpochMovedError; TamperedRowError when one was altered
 */
export async function openVersions(
  db: Db,
  opened: OpenEnvironment,
  { before, limit, maxBytes }: WantedPage,
): Promise<{ readonly versions: readonly OpenedVersion[]; readonly hasMore: boolean }> {
  const { id, project_id: project, version: newest } = opened.environment
  const wanted = { before: Math.min(before, newest + 1), limit, maxBytes }
  const page = await findVersionPage(db, id, 'content', wanted)
  if (!page) return { versions: [], hasMore: false }
  const rows = await listSealedVersions(db, id, page)
  const versions: OpenedVersion[] = []
  let from = { epoch: opened.environment.epoch, key: opened.key }
  for (const { epoch, version, sealed, created_at, author_username } of rows) {
    // A version is never of a later epoch than a newer version.
    from = { epoch, key: await keyOfVersion(db, opened, { version, epoch }, from) }
    const variables = openSealedVersion(from.key, { project, environment: id, epoch, version }, sealed)
    versions.push({ version, created_at, author_username, variables })
    await pauseWork()
  }
  return { versions, hasMore: page.hasMore }
}
