/** The parts of sentences that name environments and projects. */

import type { LinePart } from '@envhold/contract/activity/activity-lines.ts'
import { environmentColor } from '@envhold/contract/environments/environments.ts'
import type { ChangedKeys } from '../../../db/activity-log/lines.ts'
import { namePart, textPart } from '../../audit-log/write-sentence.ts'
import type { EnvironmentRow } from '../../environments/environment-store.ts'
import { appearanceOf } from '../../environments/environment-view.ts'
import type { EntryOfLine } from './line-store.ts'

/** What sentences name besides what the entries say. */
export interface Names {
  /** Environments that exist, by id. */
  readonly environments: ReadonlyMap<number, EnvironmentRow>
  readonly users: ReadonlyMap<number, { readonly username: string; readonly email: string }>
  readonly projects: ReadonlyMap<number, string>
  /** The variables that an entry changed, by its sequence: see keys-of-lines.ts. */
  readonly keys: ReadonlyMap<number, ChangedKeys>
  /** Whether a search found a key. */
  readonly isFound: (key: string) => boolean
  /** Whether sentences name the project; not on a page about one. */
  readonly withProject: boolean
}

/** The name of the environment in a text about variables. */
export const quoted = /"([^"]*)"/

/** An entry's environment as it is called today; a deleted one as the entry calls it. */
export function environmentPart(
  { environment_id, description }: EntryOfLine,
  { environments }: Names,
): LinePart {
  const row = environments.get(environment_id ?? 0)
  if (!row)
    return { kind: 'environment', text: quoted.exec(description)?.[1] ?? 'an environment', environment: null }
  const { name, id } = row
  const appearance = appearanceOf(row)
  return {
    kind: 'environment',
    text: name,
    environment: { id, ...appearance, color: environmentColor({ name, ...appearance }) },
  }
}

/** Each environment once: in the order of their ids, protected ones last. */
export function environmentParts(entries: readonly EntryOfLine[], names: Names): LinePart[] {
  const parts = new Map(entries.map((entry) => [entry.environment_id, environmentPart(entry, names)]))
  return [...parts]
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([, part]) => part)
    .sort((a, b) => Number(a.environment?.protected ?? false) - Number(b.environment?.protected ?? false))
}

export function ofProject(
  { project_id }: EntryOfLine,
  { projects, withProject }: Names,
  preposition = ' of ',
): LinePart[] {
  const name = withProject ? projects.get(project_id ?? 0) : undefined
  return name === undefined ? [] : [textPart(preposition), namePart(name)]
}

/** The text of an entry, with its environment, its project and other quoted names as parts. */
export function describeEntry(entry: EntryOfLine, names: Names): LinePart[] {
  const { description, environment_id, project_id } = entry
  const project = names.projects.get(project_id ?? 0)
  const text = names.withProject ? description : withoutProject(description, project)
  let isNamed = false
  return text.split(/("[^"]*")/).flatMap((piece): LinePart[] => {
    if (piece === '') return []
    if (!/^".*"$/s.test(piece)) return [textPart(piece)]
    const name = piece.slice(1, -1)
    if (environment_id !== null && name !== project && !isNamed) {
      isNamed = true
      const part = environmentPart(entry, names)
      // A renamed or deleted environment is called here as it was then.
      return [{ ...part, text: name }]
    }
    return [namePart(name)]
  })
}

/** A page about one project does not name it in each line. */
function withoutProject(description: string, project: string | undefined): string {
  if (project === undefined) return description
  for (const word of ['of', 'in', 'from', 'to', 'for']) {
    const phrase = ` ${word} "${project}"`
    const at = description.lastIndexOf(phrase)
    if (at > 0) return description.slice(0, at) + description.slice(at + phrase.length)
  }
  return description
    .replace(` the project "${project}"`, ' the project')
    .replace(` "${project}"`, ' the project')
}
