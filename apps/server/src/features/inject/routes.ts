import * as contract from '@envhold/contract/inject.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { type InjectDeps, inject } from './inject.ts'
import { injectByName } from './inject-by-name.ts'
import { readOwnApiKey } from './read-own-api-key.ts'
import { readSchema } from './read-schema.ts'

export const injectRoutes = (ctx: Context, parts: InjectDeps): Route[] => [
  route(contract.inject, (call) => inject(ctx, parts, call)),
  route(contract.readSchema, (call) => readSchema(ctx, parts, call)),
  route(contract.injectByName, (call) => injectByName(ctx, parts, call)),
  route(contract.readOwnApiKey, (call) => readOwnApiKey(ctx, parts, call)),
]
