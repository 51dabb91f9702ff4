import * as contract from '@envhold/contract/variables/find.ts'
import { isPause, type Steps } from '@envhold/formats/steps.ts'
import { chargeSteps } from '../../../db/charged-work.ts'
import { verb } from '../../../http/verb.ts'
import { reportTampering } from '../../audit-log/activity-recorder.ts'
import { environmentsWithNames } from '../../environments/environment-names-store.ts'
import type { VaultWorld } from '../../keyring/keyring.ts'
import { listAccess, sees } from '../../projects/project-access.ts'
import { Found, type Match } from './found.ts'
import { NearestName, rankByPattern } from './name-pattern.ts'

/** Finds variables by name. Names are stored in the clear, so that this works while the vault is locked. */
export const findVariables = verb(contract.findVariables, async (world: VaultWorld, call) => {
  const { caller, body, origin } = call
  const accesses = await listAccess(world, caller.userId)
  const byProject = new Map(accesses.map((access) => [access.project.id, access]))
  const rankOf = rankByPattern(body.name)
  const nearest = new NearestName(body.name)
  const matches = new Found(byProject, { first: body.first, limit: body.limit })
  const matchesIn = new WeakMap<readonly string[], readonly Match[]>()
  let [searched, unsearched] = [0, 0]
  for await (const { row, names, fault } of environmentsWithNames(world, [...byProject.keys()])) {
    if (origin.signal?.aborted) break
    const access = byProject.get(row.project_id)
    if (!access || !sees(access, row.id)) continue
    if (!names) {
      if (fault) await reportTampering(world, world.keyring.recorder, { error: fault, origin })
      unsearched++
      continue
    }
    searched++
    const matching = matchesIn.get(names) ?? (await chargeSteps(matchingNames(names)))
    matchesIn.set(names, matching)
    await chargeSteps(matches.addAll(row, matching))
  }
  const { best, total, projects } = matches.sorted()
  return {
    matches: best.map(({ key, project, environments }) => ({ key, project, environments })),
    total,
    projects,
    searched,
    unsearched,
    nearest: total === 0 ? await chargeSteps(nearest.find()) : null,
  }

  function* matchingNames(names: readonly string[]): Steps<readonly Match[]> {
    const matching: Match[] = []
    for (const [index, key] of names.entries()) {
      if (isPause(index)) yield
      const rank = rankOf(key)
      if (rank !== undefined) matching.push({ key, rank })
      else if (matches.isEmpty) nearest.add(key)
    }
    return matching
  }
})
