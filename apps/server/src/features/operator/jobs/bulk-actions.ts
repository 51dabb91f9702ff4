/** Acts on all users that a filter leaves: previewed, then started as a job. */

import * as contract from '@envhold/contract/operator/bulk-actions.ts'
import { maxActedOn } from '@envhold/contract/operator/bulk-actions.ts'
import { permissionOfKind, previewNames } from '@envhold/contract/operator/jobs.ts'
import { conflict } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { readAuthority } from '../roles/authority.ts'
import { requireGrantable } from '../user-billing/grant-plan.ts'
import { countUsers, newestUserId, userFilterOf } from '../users/user-list-store.ts'
import type { JobWorld } from './job-runner.ts'
import { readSignedInput, signPreview } from './preview-token.ts'
import { startJob } from './start-job.ts'
import { userActKind } from './user-act-kind.ts'

export const previewUserAct = verb(contract.previewUserAct, async (world: JobWorld, call) => {
  const { caller, body, origin } = call
  const { act, filter, plan, ends_at } = body
  const { userId: operator } = caller
  await transact(world, actorOf(caller, origin), async (tx) => {
    await readAuthority(tx, permissionOfKind(act))
    if (act === 'grant-plan') await requireGrantable(tx, { plan: plan ?? '', ends_at: timeOf(ends_at) })
  })
  const granted = act === 'grant-plan' ? { plan: plan ?? '', ends_at: ends_at ?? '' } : {}
  const input = { filter, upTo: await newestUserId(world.db), ...granted }
  const { counts, names } = await userActKind(world, { kind: act, input, operator }, '').preview()
  const { users = 0 } = counts
  if (users > maxActedOn)
    throw conflict(`At most ${maxActedOn} users at once; these are ${users}. Narrow the filter.`)
  const { token, expires } = signPreview(world, { kind: act, operator, counts, input })
  const skipped = (await countUsers(world, userFilterOf(filter))) - users
  return {
    users,
    skipped: Math.max(0, skipped),
    names: names.slice(0, previewNames),
    token,
    expires_at: wireTime(expires),
  }
})

const timeOf = (time: string | undefined): number => (time === undefined ? Number.NaN : Date.parse(time))

/** @throws AppError CONFLICT without a preview that still holds, or while another job runs; FORBIDDEN */
export const startUserAct = verb(contract.startUserAct, async (world: JobWorld, call) => {
  const { caller, body, origin } = call
  const signed = readSignedInput(world, body.token)
  if (!signed) throw conflict('The preview is not valid. Preview it again before you start.')
  await transact(world, actorOf(caller, origin), (tx) => readAuthority(tx, permissionOfKind(signed.kind)))
  const started = { ...signed, operator: caller.userId }
  const kind = userActKind(world, started, body.reason)
  return { job: await startJob(world, { name: signed.kind, kind, storesToken: true }, call) }
})
