/** Exporting everything of an owner's own projects. */
import * as contract from '@envhold/contract/export.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { VariableDeps } from '../variables/variable-deps.ts'
import { exportEnvironment } from './export-environment.ts'
import { createExportTurns } from './export-turns.ts'
import { listExport } from './list-export.ts'

export const exportRoutes = (ctx: Context, deps: VariableDeps): Route[] => {
  const turns = createExportTurns()
  return [
    route(contract.listExport, async (call) => ({
      json: { projects: await turns.take(call.caller.userId, () => listExport(ctx, call)) },
    })),
    route(contract.exportEnvironment, async (call) => ({
      json: await turns.take(call.caller.userId, () => exportEnvironment(ctx, deps, call)),
    })),
  ]
}
