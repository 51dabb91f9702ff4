import * as contract from '@envhold/contract/variables/find.ts'
import { charged } from '../../../db/charged-work.ts'
import { verb } from '../../../http/verb.ts'
import { environmentsWithNames } from '../../environments/environment-names-store.ts'
import { listAccess, sees } from '../../projects/project-access.ts'
import { Found, type Match } from './found.ts'
import { NearestName, rankByPattern } from './name-pattern.ts'

/** Finds variables by name. Names are stored in the clear, so that this works while the vault is locked. */
export const findVariables = verb(contract.findVariables, async (ctx, { caller, body }) => {
  const accesses = await listAccess(ctx, caller.userId)
  const byProject = new Map(accesses.map((access) => [access.project.id, access]))
  const rankOf = rankByPattern(body.name)
  const nearest = new NearestName(body.name)
  const matches = new Found(byProject, body.first)
  let [searched, unsearched] = [0, 0]
  for await (const environments of environmentsWithNames(ctx, [...byProject.keys()]))
    charged(() => {
      const matchesIn = new Map<readonly string[], readonly Match[]>()
      for (const { row, names } of environments) {
        const access = byProject.get(row.project_id)
        if (!access || !sees(access, row.id)) continue
        if (!names) {
          unsearched++
          continue
        }
        searched++
        const matching = matchesIn.get(names) ?? matchingNames(names)
        matchesIn.set(names, matching)
        for (const match of matching) matches.add(row, match)
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

  function matchingNames(names: readonly string[]): readonly Match[] {
    return names.flatMap((key) => {
      const rank = rankOf(key)
      if (rank !== undefined) return [{ key, rank }]
      if (matches.isEmpty) nearest.add(key)
      return []
    })
  }
})
