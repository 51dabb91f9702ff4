/**
 * The parts of `envhold-export.json`. They are blobs, which the browser keeps out of the page’s memory: a long history
 * is never one text. docs/formats.md describes the file, and other programs read it.
 */
import type { ExportedEnvironment, ExportedProject, ExportedVersion } from '@envhold/contract/export.ts'

export const documentName = 'envhold-export.json'
/** A field may be added without a new version. */
const documentVersion = 1

/** A JSON object with one more field: a list of items in JSON. */
function withList(fields: object, name: string, items: readonly Blob[]): Blob {
  const list = items.flatMap((item, n) => [n === 0 ? '\n' : ',\n', item])
  return new Blob([JSON.stringify(fields).slice(0, -1), `,${JSON.stringify(name)}:[`, ...list, ']}'])
}

/** Some versions, at least one. */
export const versionsJson = (versions: readonly ExportedVersion[]): Blob =>
  new Blob([versions.map((version) => JSON.stringify(version)).join(',\n')])

export const environmentJson = (
  environment: ExportedEnvironment,
  file: string,
  versions: readonly Blob[],
): Blob => withList({ ...environment, file }, 'versions', versions)

export const projectJson = (
  { environments: _, ...project }: ExportedProject,
  environments: readonly Blob[],
): Blob => withList(project, 'environments', environments)

export interface Exported {
  readonly exportedAt: string
  readonly server: string
  /** Whether older versions are in it. */
  readonly history: boolean
}

export const documentJson = ({ exportedAt, server, history }: Exported, projects: readonly Blob[]): Blob =>
  withList(
    { format: 'envhold-export', version: documentVersion, exported_at: exportedAt, server, history },
    'projects',
    projects,
  )
