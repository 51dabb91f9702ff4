import type { ExportedEnvironment, ExportedProject, ExportedVersion } from '@envhold/contract/export.ts'
import { type EnvironmentFile, environmentFile } from './environment-file.ts'
import {
  documentJson,
  documentName,
  type Exported,
  environmentJson,
  projectJson,
  versionsJson,
} from './export-document.ts'
import { type Note, readme, readmeName } from './readme.ts'
import { createSafeNames, type SafeNames } from './safe-names.ts'

/** A file of the archive. */
export interface ArchiveEntry {
  readonly name: string
  readonly input: string | Blob
  readonly lastModified: Date
}

export interface Source {
  readonly projects: readonly ExportedProject[]
  /** The versions of an environment in parts, newest first; null if it was deleted meanwhile. */
  readonly read: (environment: ExportedEnvironment) => AsyncIterable<readonly ExportedVersion[] | null>
  /** A part was read. */
  readonly onPart: (bytes: number) => void
  readonly onEnvironment: () => void
}

interface Written {
  readonly file: EnvironmentFile
  readonly versions: readonly Blob[]
}

/** Reads one environment: its newest values as a file, and all its versions as JSON. */
async function readEnvironment(source: Source, environment: ExportedEnvironment): Promise<Written | null> {
  let newest: ExportedVersion | undefined
  const versions: Blob[] = []
  for await (const part of source.read(environment)) {
    if (part === null) return null
    newest ??= part[0]
    if (part.length === 0) continue
    const json = versionsJson(part)
    versions.push(json)
    source.onPart(json.size)
  }
  return { file: environmentFile(newest?.variables ?? {}, newest?.details), versions }
}

/** The files of the archive, one after another: while one environment is read, none of the others is in memory. */
export async function* archiveEntries(exported: Exported, source: Source): AsyncGenerator<ArchiveEntry> {
  const folders = createSafeNames('project', [documentName, readmeName])
  const notes: Note[] = []
  const missing: string[] = []
  const projects: Blob[] = []
  const now = new Date(exported.exportedAt)
  for (const project of source.projects) {
    const folder = folders.take(project.name)
    const files: SafeNames = createSafeNames('environment')
    const environments: Blob[] = []
    for (const environment of project.environments) {
      const name = `${folder}/${files.take(environment.name, '.env')}`
      const written = await readEnvironment(source, environment)
      source.onEnvironment()
      if (!written) {
        missing.push(`${project.name}: ${environment.name}`)
        continue
      }
      const { file, versions } = written
      notes.push({ path: name, warnings: file.warnings, leftOut: file.leftOut })
      environments.push(environmentJson(environment, name, versions))
      yield { name, input: file.text, lastModified: new Date(environment.updated_at) }
    }
    projects.push(projectJson(project, environments))
  }
  yield { name: documentName, input: documentJson(exported, projects), lastModified: now }
  yield { name: readmeName, input: readme({ ...exported, notes, missing }), lastModified: now }
}
