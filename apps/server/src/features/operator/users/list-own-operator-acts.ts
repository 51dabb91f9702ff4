import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listOwnOperatorActs as endpoint } from '@envhold/contract/operator/users.ts'
import type { Context } from '../../../context.ts'
import { viewActs } from './act-view.ts'
import { listOperatorActs } from './operator-act-store.ts'

const shownActs = 100

export const listOwnOperatorActs = async (
  { db }: Pick<Context, 'db'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> => ({ acts: viewActs(await listOperatorActs(db, userId, shownActs)) })
