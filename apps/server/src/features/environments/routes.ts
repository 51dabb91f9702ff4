/** Environments: named sets of variables in a project, each with its own key, versions and history. */
import * as contract from '@envhold/contract/environments.ts'
import * as formerNames from '@envhold/contract/former-names.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { awaitVersion } from './await-version.ts'
import { countVariables } from './count-variables.ts'
import { createEnvironment } from './create-environment.ts'
import { deleteEnvironment } from './delete-environment.ts'
import { endFormerName } from './end-former-name.ts'
import { listAccessibleEnvironments } from './list-accessible-environments.ts'
import { listEnvironments } from './list-environments.ts'
import { listFormerNames } from './list-former-names.ts'
import { updateEnvironment } from './update-environment.ts'
import type { VersionWatch } from './version-watch.ts'

export const environmentRoutes = (ctx: Context, ring: Keyring, watch: VersionWatch): Route[] => [
  route(contract.listEnvironments, async (call) => ({
    json: { environments: await listEnvironments(ctx, call) },
  })),
  route(contract.listAccessibleEnvironments, async ({ caller }) => ({
    json: { environments: await listAccessibleEnvironments(ctx, caller) },
  })),
  route(contract.createEnvironment, async (call) => ({
    json: { environment: await createEnvironment(ctx, ring, call) },
  })),
  route(contract.renameEnvironment, async (call) => ({
    json: { environment: await updateEnvironment(ctx, call) },
  })),
  route(contract.updateEnvironment, async (call) => ({
    json: { environment: await updateEnvironment(ctx, call) },
  })),
  route(contract.deleteEnvironment, async (call) => {
    await deleteEnvironment(ctx, call)
    return { json: { message: 'Environment deleted successfully!' } }
  }),
  route(formerNames.listFormerNames, async (call) => ({
    json: { former_names: await listFormerNames(ctx, call) },
  })),
  route(formerNames.endFormerName, async (call) => {
    await endFormerName(ctx, call)
    return { json: { message: 'Former name ended successfully!' } }
  }),
  route(contract.awaitVersion, async (call) => ({ json: await awaitVersion(ctx, watch, call) })),
  route(contract.countVariables, async ({ caller, body }) => ({
    json: { counts: await countVariables(ctx, caller, body.environmentIds) },
  })),
]
