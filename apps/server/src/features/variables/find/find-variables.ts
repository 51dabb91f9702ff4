import * as contract from '@envhold/contract/variables/find.ts'
import { charged } from '../../../db/charged-work.ts'
import { verb } from '../../../http/verb.ts'
import { decodeNames } from '../../environments/environment-names.ts'
import { environmentsWithNames } from '../../environments/environment-names-store.ts'
import type { EnvironmentRow } from '../../environments/environment-store.ts'
import { listAccess, sees } from '../../projects/project-access.ts'
import { Found } from './found.ts'
import { NearestName, rankByPattern } from './name-pattern.ts'

/** Finds variables by name. Names are stored in the clear, so that this works while the vault is locked. */
export const findVariables = verb(contract.findVariables, async (ctx, { caller, body }) => {
  const accesses = await listAccess(ctx, caller.userId)
  const byProject = new Map(accesses.map((access) => [access.project.id, access]))
  const rankOf = rankByPattern(body.name)
  const nearest = new NearestName(body.name)
  const matches = new Found(byProject, body.first)
  let [searched, unsearched] = [0, 0]
  for await (const rows of environmentsWithNames(ctx, [...byProject.keys()]))
    charged(() => {
      for (const row of rows) {
        const access = byProject.get(row.project_id)
        if (!access || !sees(access, row.id)) continue
        const names = decodeNames(row, row.names)
        if (!names) unsearched++
        else searched++
        search(row, names ?? [])
      }
    })
  const { all, projects } = matches.sorted()
  return {
    matches: all
      .slice(0, body.limit)
      .map(({ key, project, environments }) => ({ key, project, environments })),
    total: all.length,
    projects,
    searched,
    unsearched,
    nearest: all.length === 0 ? nearest.find() : null,
  }

  function search(row: EnvironmentRow, names: readonly string[]): void {
    for (const name of names) {
      const rank = rankOf(name)
      if (rank !== undefined) matches.add(row, { key: name, rank })
      else if (matches.isEmpty) nearest.add(name)
    }
  }
})
