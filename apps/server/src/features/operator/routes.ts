/** The operator area. Nothing here can reach the vault: what needs it is passed in by `app.ts`. */
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'

export const operatorRoutes = (_ctx: Context): Route[] => []
