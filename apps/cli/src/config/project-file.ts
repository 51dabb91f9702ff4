import { dirname, join } from 'node:path'
import { isRecord, readText } from '../files/read-text.ts'
import { UserError } from '../user-error.ts'
import { serverAddress } from './server-address.ts'

export const projectFileName = '.envhold.json'

/** What the user typed or wrote down for a project or an environment: a name or an id, and the id where it is known. */
export interface Choice {
  readonly id: number | null
  readonly name: string | null
}

export interface ProjectFile {
  readonly path: string
  readonly server: string | null
  readonly project: Choice | null
  readonly environment: Choice | null
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
  throw new UserError(`“${field}” in ${path} is neither a name nor an id.`, 'Write it anew: envhold init')
}

const parse = (path: string, text: string): ProjectFile => {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    data = null
  }
  if (!isRecord(data)) throw new UserError(`${path} is not a JSON object.`, 'Write it anew: envhold init')
  const server = data.server
  if (server !== undefined && typeof server !== 'string')
    throw new UserError(`“server” in ${path} is not a URL.`, 'Write it anew: envhold init')
  return {
    path,
    server: server === undefined ? null : serverAddress(server),
    project: choiceOf(data.project, path, 'project'),
    environment: choiceOf(data.environment, path, 'environment'),
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

/** Holds no secret: it is meant to be committed. */
export async function writeProjectFile(
  folder: string,
  content: { server: string; project: Choice; environment: Choice },
): Promise<string> {
  const path = join(folder, projectFileName)
  const shown = ({ id, name }: Choice) => (id !== null && name !== null ? { id, name } : (id ?? name))
  const { server, project, environment } = content
  const text = JSON.stringify({ server, project: shown(project), environment: shown(environment) }, null, 2)
  const { writePrivateFile } = await import('../files/write-private-file.ts')
  await writePrivateFile(path, `${text}\n`, { mode: 0o644 })
  return path
}
