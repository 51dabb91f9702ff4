import type { FoundEnvironment, FoundVariable } from '@envhold/contract/variables/find.ts'
import { isPause, type Steps } from '@envhold/formats/steps.ts'
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

/** Variables that were found, one for each key and project. All are counted, and the best ones are listed. */
export class Found {
  readonly #accesses: ReadonlyMap<number, ProjectAccess>
  readonly #first: number | undefined
  readonly #limit: number
  /** All of them, by project. */
  readonly #counted = new Map<number, Set<string>>()
  /** The best ones so far, at most twice the limit. */
  #best = new Map<string, Ranked>()
  /** None beyond this one is listed. */
  #last: Ranked | undefined

  /** @param first the project that comes before others with the same key */
  constructor(
    accesses: ReadonlyMap<number, ProjectAccess>,
    { first, limit }: { readonly first?: number | undefined; readonly limit: number },
  ) {
    this.#accesses = accesses
    this.#first = first
    this.#limit = limit
  }

  get isEmpty(): boolean {
    return this.#counted.size === 0
  }

  /** Adds what was found in one environment, with pauses. */
  *addAll(row: EnvironmentRow, matches: readonly Match[]): Steps<void> {
    for (const [index, match] of matches.entries()) {
      if (isPause(index)) yield
      this.#add(row, match)
    }
  }

  #add(row: EnvironmentRow, { key, rank = 0, same_as = null }: Match): void {
    const access = this.#accesses.get(row.project_id)
    if (!access) return
    const { id, name, owner_username } = access.project
    const variable = same_as === null ? key : `${key}/${same_as}`
    const counted = this.#counted.get(id)
    if (counted) counted.add(variable)
    else this.#counted.set(id, new Set([variable]))
    const last = this.#last
    if (last && (rank - last.rank || compare(same_as ?? key, last.same_as ?? last.key)) > 0) return
    const at = `${id}/${variable}`
    const project = { id, name, owner_username, user_role: access.role }
    const ranked = this.#best.get(at) ?? { key, rank, same_as, project, environments: [] }
    if (last && this.#compare(ranked, last) > 0) return
    ranked.environments.push({ id: row.id, name: row.name, version: row.version, ...appearanceOf(row) })
    this.#best.set(at, ranked)
    if (this.#best.size > 2 * this.#limit) this.#dropWorst()
  }

  #dropWorst(): void {
    const best = this.#sortedBest()
    this.#best = new Map(best)
    this.#last = best.at(-1)?.[1]
  }

  #sortedBest(): [string, Ranked][] {
    return [...this.#best].sort(([, left], [, right]) => this.#compare(left, right)).slice(0, this.#limit)
  }

  /** The best keys come first; each in the first project, then by project names. */
  #compare(left: Ranked, right: Ranked): number {
    const isLater = ({ project }: Ranked) => Number(project.id !== this.#first)
    return (
      left.rank - right.rank ||
      compare(left.same_as ?? left.key, right.same_as ?? right.key) ||
      isLater(left) - isLater(right) ||
      compare(left.project.name.toLowerCase(), right.project.name.toLowerCase()) ||
      left.project.id - right.project.id ||
      compare(left.key, right.key)
    )
  }

  /** The best ones, each with its protected environments first, and how many there are. */
  sorted(): { readonly best: readonly Ranked[]; readonly total: number; readonly projects: number } {
    const best = this.#sortedBest().map(([, ranked]) => ranked)
    for (const { environments } of best)
      environments.sort(
        (left, right) => Number(right.protected) - Number(left.protected) || left.id - right.id,
      )
    let total = 0
    for (const { size } of this.#counted.values()) total += size
    return { best, total, projects: this.#counted.size }
  }
}
