import type { VersionSummary } from '@envhold/contract/versions.ts'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import { wireTime } from '../../http/wire-time.ts'
import type { VersionSummaryRow } from '../environments/version-store.ts'

export const authorView = (row: Pick<VersionSummaryRow, 'author_username' | 'author_token'>) => ({
  username: row.author_username,
  token_name: row.author_token,
})

/** A version in its wire form: names, no values. */
export const versionView = (row: VersionSummaryRow): VersionSummary => ({
  version: row.version,
  created_at: wireTime(row.created_at),
  author: authorView(row),
  added: parseStored(storedTexts, row.added),
  changed: parseStored(storedTexts, row.changed),
  removed: parseStored(storedTexts, row.removed),
})
