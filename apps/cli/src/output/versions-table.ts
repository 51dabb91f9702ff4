import type { VersionSummary } from '@envhold/contract/variables/versions.ts'
import { ago } from './ago.ts'
import type { Style } from './style.ts'
import { table } from './table.ts'
import { authorOf, changesOf } from './version-line.ts'

/** The history of an environment, a line for each version. */
export const versionsTable = (style: Style, versions: readonly VersionSummary[]): string =>
  table(
    style,
    ['VERSION', 'WHEN', 'WHO', 'CHANGES'],
    versions.map((version) => [
      String(version.version),
      ago(version.created_at, Date.now()),
      authorOf(version),
      changesOf(version),
    ]),
  )
