import type { IncomingMessage } from 'node:http'
import FindMyWay, { type HTTPMethod } from 'find-my-way'
import { AppError } from '../app-error.ts'
import type { Exchange, Handler, HttpRoute } from './exchange.ts'

/** What a request matches. */
interface Match {
  readonly route: HttpRoute
  readonly params: Exchange['params']
}

export type Router = (request: Pick<IncomingMessage, 'method' | 'url'>) => Match

const maxParamLength = 1_000
const noQuery = {}
const onlyFind = () => {
  throw new Error('Routes are found here, and called elsewhere')
}

/** The path of what no route matches. */
export const nowhere = 'none'

const unmatched = (handler: Handler): HttpRoute => ({ methods: [], path: nowhere, handler })

/** An escape that means nothing, or a part of a path that is too long. */
const badUrl: Match = {
  route: unmatched(() => {
    throw new AppError('VALIDATION_FAILED')
  }),
  params: {},
}

/** Finds routes by method and path, as sent: the case and a slash at the end matter. */
export function createRouter(routes: readonly HttpRoute[], notFound: Handler): Router {
  const options = {
    maxParamLength,
    onBadUrl: onlyFind,
    onMaxParamLength: onlyFind,
    querystringParser: () => noQuery,
  }
  const known = FindMyWay(options)
  for (const route of routes) known.on([...route.methods] as HTTPMethod[], route.path, onlyFind, route)
  // For any method, because a bad URL is bad everywhere.
  const others = FindMyWay(options)
  others.all('/*', onlyFind, unmatched(notFound))
  return ({ method: name, url = '' }) => {
    const method = name as HTTPMethod
    const route = known.find(method, url) ?? others.find(method, url)
    return route?.store ? { route: route.store, params: route.params } : badUrl
  }
}
