import { join } from 'node:path'
import type { DotenvDialect } from '@envhold/formats/dialect.ts'
import { isRecord, readText } from '../files/read-text.ts'

/** What a folder's files show about the program that reads its `.env`. */
export interface GuessedReader {
  /** The file that shows it. */
  readonly from: string
  readonly name: string
  readonly dialect: DotenvDialect
  /** Where that program looks first, if not in `.env`. */
  readonly output?: string
}

const manifests: readonly GuessedReader[] = [
  { from: 'requirements.txt', name: 'Python', dialect: 'python' },
  { from: 'pyproject.toml', name: 'Python', dialect: 'python' },
  { from: 'Pipfile', name: 'Python', dialect: 'python' },
  { from: 'Gemfile', name: 'Ruby', dialect: 'ruby' },
  { from: 'go.mod', name: 'Go', dialect: 'go' },
  { from: 'composer.json', name: 'PHP', dialect: 'php' },
  { from: 'compose.yaml', name: 'Docker Compose', dialect: 'compose' },
  { from: 'compose.yml', name: 'Docker Compose', dialect: 'compose' },
  { from: 'docker-compose.yaml', name: 'Docker Compose', dialect: 'compose' },
  { from: 'docker-compose.yml', name: 'Docker Compose', dialect: 'compose' },
]

const ofPackage = (text: string): GuessedReader => {
  const from = 'package.json'
  const depends = dependenciesIn(text)
  if (depends.has('next')) return { from, name: 'Next.js', dialect: 'next', output: '.env.local' }
  if (depends.has('vite')) return { from, name: 'Vite', dialect: 'next', output: '.env.local' }
  return { from, name: 'Node.js', dialect: 'node' }
}

function dependenciesIn(text: string): ReadonlySet<string> {
  try {
    const manifest: unknown = JSON.parse(text)
    if (!isRecord(manifest)) return new Set()
    const lists = [manifest.dependencies, manifest.devDependencies]
    return new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : [])))
  } catch {
    return new Set()
  }
}

/**
 * Every kind of program that the folder seems to contain, each once. If there are several, none is chosen: they read
 * dotenv differently.
 */
export async function guessReaders(folder: string): Promise<GuessedReader[]> {
  const read = (name: string) => readText(join(folder, name)).catch(() => null)
  const manifest = await read('package.json')
  const found = await Promise.all(
    manifests.map(async (one) => ((await read(one.from)) === null ? [] : [one])),
  )
  const all = [...(manifest === null ? [] : [ofPackage(manifest)]), ...found.flat()]
  return all.filter(({ dialect }, index) => all.findIndex((one) => one.dialect === dialect) === index)
}
