import type { ExportedEnvironment, ExportedProject, ExportedVersion } from '@envhold/contract/export.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import { type Details, toVariables } from '@envhold/formats/variables.ts'
import { createSafeNames, type SafeNames } from './safe-names.ts'

/** A file of the archive. */
export interface ArchiveEntry {
  readonly name: string
  readonly input: string | Blob
  readonly lastModified: Date
}

export interface Source {
  readonly projects: readonly ExportedProject[]
  /** The versions of an environment in parts, newest first; or the reason why it is left out. */
  readonly read: (environment: ExportedEnvironment) => AsyncIterable<readonly ExportedVersion[] | string>
  /** A part was read. */
  readonly onPart: (bytes: number) => void
  readonly onEnvironment: () => void
}

interface WrittenEntry {
  readonly file: EnvironmentFile
  readonly versions: readonly Blob[]
}

/** Reads one environment: its newest values as a file, and all its versions as JSON; or the reason to leave it out. */
async function readEnvironment(
  source: Source,
  environment: ExportedEnvironment,
): Promise<WrittenEntry | string> {
  let newest: ExportedVersion | undefined
  const versions: Blob[] = []
  for await (const part of source.read(environment)) {
    if (typeof part === 'string') return part
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
      if (typeof written === 'string') {
        missing.push(`${project.name}: ${environment.name}: ${written}`)
        continue
      }
      const { file, versions } = written
      notes.push({ path: name, warnings: file.warnings, leftOut: file.leftOut })
      environments.push(environmentJson(environment, name, versions))
      yield {
        name,
        input: file.text,
        lastModified: new Date(environment.last_change?.at ?? environment.created_at),
      }
    }
    projects.push(projectJson(project, environments))
  }
  yield { name: documentName, input: documentJson(exported, projects), lastModified: now }
  yield { name: readmeName, input: readme({ ...exported, notes, missing }), lastModified: now }
}

interface Note extends Pick<EnvironmentFile, 'warnings' | 'leftOut'> {
  /** The path of the `.env` file. */
  readonly path: string
}

const readmeName = 'README.txt'

interface Summary extends Exported {
  readonly notes: readonly Note[]
  /** Environments that are left out, each with its reason. */
  readonly missing: readonly string[]
}

const part = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, '', ...lines.map((line) => `- ${line}`), '']

/** What the archive contains, and which values need care. It names variables and never contains a value. */
function readme({ exportedAt, server, history, notes, missing }: Summary): string {
  const remarks = (of: 'warnings' | 'leftOut') =>
    notes.flatMap((note) => note[of].map(({ key, problem }) => `${note.path}: ${key}: ${problem}.`))
  return [
    `Exported from ${server} at ${exportedAt}.`,
    '',
    'THIS ARCHIVE IS NOT ENCRYPTED. Anyone who has it can read every value in it.',
    'Delete it as soon as you no longer need it, and never commit it to version control.',
    '',
    'PROJECT/ENVIRONMENT.env  the newest values of each environment',
    `envhold-export.json      the same values exactly${history ? ', with every stored version' : ', without the history'}`,
    '',
    ...part(
      'Not in the .env file, because no .env file holds this value exactly. It is in the JSON:',
      remarks('leftOut'),
    ),
    ...part(
      'Check these values, because programs read them differently. The JSON has them exactly:',
      remarks('warnings'),
    ),
    ...part('Environments that are not in this archive:', missing),
  ].join('\n')
}

interface Remark {
  readonly key: string
  readonly problem: string
}

interface EnvironmentFile {
  readonly text: string
  /** Variables that some reader reads differently. */
  readonly warnings: readonly Remark[]
  /** Variables that no `.env` text holds exactly: they are in the JSON only. */
  readonly leftOut: readonly Remark[]
}

/**
 * An environment as a `.env` file by the portable rule, with notes as comments. What cannot be written exactly is left
 * out, and named.
 */
function environmentFile(
  record: Readonly<Record<string, string>>,
  details: Readonly<Record<string, Details>> = {},
): EnvironmentFile {
  const variables = toVariables(record, details)
  try {
    return { ...renderDotenv(variables, undefined, { notes: true }), leftOut: [] }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const leftOut = error.problems.map(({ key = '', problem }) => ({ key, problem }))
    for (const { key } of leftOut) variables.delete(key)
    const { text, warnings } = renderDotenv(variables, undefined, { notes: true })
    const notes = leftOut.map(({ key }) => `# ${key} is not in this file: see README.txt.\n`)
    // The empty line keeps them apart from the note of the first variable.
    return { text: `${notes.join('')}\n${text}`, warnings, leftOut }
  }
}

/**
 * The parts of `envhold-export.json`. They are blobs, which the browser keeps out of the page’s memory: a long history
 * is never one text. docs/formats.md describes the file, and other programs read it.
 */
const documentName = 'envhold-export.json'
/** A field may be added without a new version. */
const documentVersion = 1

/** A JSON object with one more field: a list of items in JSON. */
function withList(fields: object, name: string, items: readonly Blob[]): Blob {
  const list = items.flatMap((item, n) => [n === 0 ? '\n' : ',\n', item])
  return new Blob([JSON.stringify(fields).slice(0, -1), `,${JSON.stringify(name)}:[`, ...list, ']}'])
}

/** Some versions, at least one. */
const versionsJson = (versions: readonly ExportedVersion[]) =>
  new Blob([versions.map((version) => JSON.stringify(version)).join(',\n')])

const environmentJson = (environment: ExportedEnvironment, file: string, versions: readonly Blob[]) =>
  withList({ ...environment, file }, 'versions', versions)

const projectJson = ({ environments: _, ...project }: ExportedProject, environments: readonly Blob[]) =>
  withList(project, 'environments', environments)

interface Exported {
  readonly exportedAt: string
  readonly server: string
  /** Whether older versions are in it. */
  readonly history: boolean
}

const documentJson = ({ exportedAt, server, history }: Exported, projects: readonly Blob[]) =>
  withList(
    { format: 'envhold-export', version: documentVersion, exported_at: exportedAt, server, history },
    'projects',
    projects,
  )
