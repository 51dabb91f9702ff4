import { inject as injectEndpoint, readSchema as readSchemaEndpoint } from '@envhold/contract/inject.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { type InjectParts, inject } from './inject.ts'
import { readSchema } from './read-schema.ts'

export const injectRoutes = (ctx: Context, parts: InjectParts): Route[] => [
  route(injectEndpoint, (call) => inject(ctx, parts, call)),
  route(readSchemaEndpoint, (call) => readSchema(ctx, parts, call)),
]
