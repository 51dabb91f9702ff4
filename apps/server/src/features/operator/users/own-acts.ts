/** What operators did to an account, for its user. */
import * as contract from '@envhold/contract/operator/users.ts'
import { verb } from '../../../http/verb.ts'
import { listOperatorActions } from './operator-action-store.ts'
import { shownActions, viewOperatorAction } from './user-view.ts'

export const listOwnOperatorActs = verb(contract.listOwnOperatorActs, async (ctx, { caller }) => ({
  acts: (await listOperatorActions(ctx, caller.userId, shownActions)).map(viewOperatorAction),
}))
