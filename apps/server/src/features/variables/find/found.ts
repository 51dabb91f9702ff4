import type { FoundEnvironment, FoundVariable } from '@envhold/contract/variables/find.ts'
import type { EnvironmentRow } from '../../environments/environment-store.ts'
import { appearanceOf } from '../../environments/environment-view.ts'
import type { ProjectAccess } from '../../projects/project-access.ts'

interface Ranked extends FoundVariable {
  readonly rank: number
  /** The key of the environment that has the same value. */
  readonly same_as: string | null
  readonly environments: FoundEnvironment[]
}

export interface Match {
  readonly key: string
  readonly rank?: number
  readonly same_as?: string | null
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)

/** Variables that were found, one for each key and project. */
export class Found {
  readonly #accesses: ReadonlyMap<number, ProjectAccess>
  readonly #first: number | undefined
  readonly #found = new Map<string, Ranked>()

  /** @param first the project that comes before others with the same key */
  constructor(accesses: ReadonlyMap<number, ProjectAccess>, first: number | undefined) {
    this.#accesses = accesses
    this.#first = first
  }

  get isEmpty(): boolean {
    return this.#found.size === 0
  }

  add(row: EnvironmentRow, { key, rank = 0, same_as = null }: Match): void {
    const access = this.#accesses.get(row.project_id)
    if (!access) return
    const { id, name, owner_username } = access.project
    const at = `${id}/${key}/${same_as ?? ''}`
    const known = this.#found.get(at)
    const environments = known?.environments ?? []
    environments.push({ id: row.id, name: row.name, version: row.version, ...appearanceOf(row) })
    if (known) return
    const project = { id, name, owner_username, user_role: access.role }
    this.#found.set(at, { key, rank, same_as, project, environments })
  }

  /** The best keys first; each in the first project, then by project names; each with its protected environments first. */
  sorted(): { readonly all: readonly Ranked[]; readonly projects: number } {
    const isLater = ({ project }: Ranked) => Number(project.id !== this.#first)
    const all = [...this.#found.values()].sort(
      (left, right) =>
        left.rank - right.rank ||
        compare(left.same_as ?? left.key, right.same_as ?? right.key) ||
        isLater(left) - isLater(right) ||
        compare(left.project.name.toLowerCase(), right.project.name.toLowerCase()) ||
        left.project.id - right.project.id ||
        compare(left.key, right.key),
    )
    for (const { environments } of all)
      environments.sort(
        (left, right) => Number(right.protected) - Number(left.protected) || left.id - right.id,
      )
    return { all, projects: new Set(all.map(({ project }) => project.id)).size }
  }
}
