import * as contract from '@envhold/contract/variables/find.ts'
import { charged } from '../../../db/charged-work.ts'
import { verb } from '../../../http/verb.ts'
import { checkNames, decodeNames } from '../../environments/environment-names.ts'
import {
  type EnvironmentWithNames,
  environmentsWithNames,
} from '../../environments/environment-names-store.ts'
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
  /** By the hash of an environment's names: most environments of a project have the same. */
  const knownMatches = new Map<string, readonly Match[]>()
  let [searched, unsearched] = [0, 0]
  for await (const rows of environmentsWithNames(ctx, [...byProject.keys()]))
    charged(() => {
      for (const row of rows) {
        const access = byProject.get(row.project_id)
        if (!access || !sees(access, row.id)) continue
        const matching = matchingNames(row)
        if (!matching) unsearched++
        else searched++
        for (const match of matching ?? []) matches.add(row, match)
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

  /** Undefined if the names of the environment are not stored. */
  function matchingNames(row: EnvironmentWithNames): readonly Match[] | undefined {
    const hash = Buffer.from(row.names_hash ?? []).toString('latin1')
    const known = knownMatches.get(hash)
    if (known) return checkNames(row, row.names) ? known : undefined
    const matching = decodeNames(row, row.names)?.flatMap((key) => {
      const rank = rankOf(key)
      if (rank !== undefined) return [{ key, rank }]
      if (matches.isEmpty) nearest.add(key)
      return []
    })
    if (matching && row.names_hash) knownMatches.set(hash, matching)
    return matching
  }
})
