/** Inject: what API keys fetch. The usage log records each of these calls before its response is sent. */
import * as contract from '@envhold/contract/inject.ts'
import type { PlainRoute } from '../../http/plain-front.ts'
import { type Route, route } from '../../http/route.ts'
import { inject } from './inject.ts'
import { injectByName } from './inject-by-name.ts'
import { readOwnApiKey } from './read-own-api-key.ts'
import { readPlainUrl } from './read-plain-url.ts'
import { readSchema } from './read-schema.ts'
import { type InjectDeps, withUsageRecord } from './with-usage-record.ts'

export const injectRoutes = (deps: InjectDeps): Route[] => [
  route(contract.inject, withUsageRecord(deps, contract.inject, inject)),
  route(contract.readSchema, withUsageRecord(deps, contract.readSchema, readSchema)),
  route(contract.injectByName, withUsageRecord(deps, contract.injectByName, injectByName)),
  route(contract.readOwnApiKey, withUsageRecord(deps, contract.readOwnApiKey, readOwnApiKey)),
]

/** The route of inject, for plain calls. */
export function plainRoute(routes: readonly Route[]): PlainRoute | undefined {
  const found = routes.find(({ endpoint }) => endpoint === contract.inject)
  return found && { ...found, read: readPlainUrl }
}
