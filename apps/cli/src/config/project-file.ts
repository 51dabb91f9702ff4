import { dirname, join } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import { type Dialect, dialects, type Format, formats } from '@envhold/formats/dialect.ts'
import { isRecord, readText } from '../files/read-text.ts'
import { parseServerUrl } from './server-url.ts'

export const projectFileName = '.envhold.json'

/** What the user typed or stored for a project or an environment: a name or an id, and the id if it is known. */
export interface Choice {
  readonly id: number | null
  readonly name: string | null
}

export interface ProjectFile {
  readonly path: string
  readonly server: string | null
  readonly project: Choice | null
  readonly environment: Choice | null
  /** How files are written and read in this folder, unless an option overrides it. */
  readonly dialect: Dialect | null
  readonly format: Format | null
  /** The file that pull writes and push reads, relative to the folder of `.envhold.json`. */
  readonly output: string | null
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** `12`, `"shop"` or `{ "id": 12, "name": "shop" }`. */
const choiceOf = (value: unknown, path: string, field: string): Choice | null => {
  if (value === undefined || value === null) return null
  if (isId(value)) return { id: value, name: null }
  if (typeof value === 'string' && value !== '') return { id: null, name: value }
  if (isRecord(value)) {
    const id = isId(value.id) ? value.id : null
    const name = typeof value.name === 'string' && value.name !== '' ? value.name : null
    if (id !== null || name !== null) return { id, name }
  }
  throw new UserError(`“${field}” in ${path} is neither a name nor an id.`, 'To write it again: envhold init')
}

const oneOf = <T extends string>(
  all: readonly T[],
  value: unknown,
  path: string,
  field: string,
): T | null => {
  if (value === undefined || value === null) return null
  const chosen = all.find((candidate) => candidate === value)
  if (chosen === undefined)
    throw new UserError(
      `“${field}” in ${path} must be one of: ${all.join(', ')}.`,
      'Correct it, or remove it.',
    )
  return chosen
}

const outputOf = (value: unknown, path: string): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value
  throw new UserError(`“output” in ${path} is not a file name.`, 'Correct it, or remove it.')
}

const parse = (path: string, text: string): ProjectFile => {
  let data: unknown
  try {
    // Some editors on Windows begin a file with a byte order mark.
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    data = null
  }
  if (!isRecord(data)) throw new UserError(`${path} is not a JSON object.`, 'To write it again: envhold init')
  const server = data.server
  if (server !== undefined && typeof server !== 'string')
    throw new UserError(`“server” in ${path} is not a URL.`, 'To write it again: envhold init')
  return {
    path,
    server: server === undefined ? null : parseServerUrl(server),
    project: choiceOf(data.project, path, 'project'),
    environment: choiceOf(data.environment, path, 'environment'),
    dialect: oneOf(dialects, data.dialect, path, 'dialect'),
    format: oneOf(formats, data.format, path, 'format'),
    output: outputOf(data.output, path),
  }
}

/** The nearest `.envhold.json`, in this folder or above it. */
export async function findProjectFile(cwd: string): Promise<ProjectFile | null> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, projectFileName)
    const text = await readText(path)
    if (text !== null) return parse(path, text)
    if (folder === dirname(folder)) return null
  }
}

/** {@link findProjectFile}, for commands that do without one: a damaged file counts as none. */
export async function findIntactProjectFile(cwd: string): Promise<ProjectFile | null> {
  try {
    return await findProjectFile(cwd)
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}

/** Contains no secret: it is meant to be committed. */
export async function writeProjectFile(
  folder: string,
  content: {
    server: string
    project: Choice
    environment: Choice
    dialect?: Dialect | undefined
    format?: Format | undefined
    output?: string | undefined
  },
): Promise<string> {
  const path = join(folder, projectFileName)
  const displayed = ({ id, name }: Choice) => (id !== null && name !== null ? { id, name } : (id ?? name))
  const { server, project, environment, ...written } = content
  const all = { server, project: displayed(project), environment: displayed(environment), ...written }
  const text = JSON.stringify(all, null, 2)
  const { writePrivateFile } = await import('../files/write-private-file.ts')
  await writePrivateFile(path, `${text}\n`, { mode: 0o644 })
  return path
}
