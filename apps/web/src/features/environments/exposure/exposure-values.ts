import type { ExposedEnvironment, ReadWay } from '@envhold/contract/activity/exposure.ts'
import { protectedLast } from '../../projects/protected-last.ts'

/** A variable whose value is known, in one or more environments of a project. */
export interface ExposedValue {
  readonly key: string
  readonly project: ExposedEnvironment['project']
  /** The protected ones first. */
  readonly environments: readonly ExposedEnvironment[]
  /** The last read among them. */
  readonly last: ExposedEnvironment
}

/** What people call it. The record of the web app says that an environment was opened, which sends all of its values. */
export const readWords: Readonly<Record<ReadWay, string>> = {
  web: 'opened',
  token: 'pulled',
  'api-key': 'injected',
}

/** By project and key, those read last first. */
export function exposedValues(environments: readonly ExposedEnvironment[]): ExposedValue[] {
  const places = environments.flatMap((exposed) => (exposed.keys ?? []).map((key) => ({ key, exposed })))
  const byKey = Map.groupBy(places, ({ key, exposed }) => `${exposed.project.id}/${key}`)
  return [...byKey.values()]
    .flatMap((same): ExposedValue[] => {
      const [first] = same
      const of = same.map(({ exposed }) => exposed)
      const last = of.toSorted((a, b) => b.read_at.localeCompare(a.read_at))[0]
      if (!first || !last) return []
      const sorted = of.toSorted((a, b) => protectedLast(b.environment, a.environment))
      return [{ key: first.key, project: first.exposed.project, environments: sorted, last }]
    })
    .sort((a, b) => b.last.read_at.localeCompare(a.last.read_at) || a.key.localeCompare(b.key))
}

/** How many values there are: a variable counts once in each environment. */
export const countExposed = (environments: readonly ExposedEnvironment[]): number =>
  environments.reduce((sum, { keys }) => sum + (keys?.length ?? 0), 0)

/** A cell of a CSV file. Spreadsheets take a text that begins like a formula for one. */
const cell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** The list as CSV, one line for each value. It has names only. */
export function exposureFile(environments: readonly ExposedEnvironment[]): string {
  const lines = environments.flatMap(({ project, environment, keys, way, read_at }) =>
    (keys ?? []).map((key) => [project.name, environment.name, key, readWords[way], read_at]),
  )
  return [['Project', 'Environment', 'Variable', 'How', 'Last read'], ...lines]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('')
}
