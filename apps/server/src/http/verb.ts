import type { Endpoint, OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { type Call, type HandlerResult, type Route, route } from './route.ts'

/** An endpoint and what responds to it, as one value. @param World what it needs, such as the context */
export interface Verb<World> {
  readonly routeIn: (world: World) => Route
}

/** A verb that responds with JSON, as the endpoint declares. */
export const verb = <const E extends Endpoint, World = Context>(
  endpoint: E,
  respond: (world: World, call: Call<E>) => Promise<OutputOf<E>>,
): Verb<World> =>
  verbWithResult(endpoint, async (world: World, call: Call<E>) => ({ json: await respond(world, call) }))

/** A verb that responds with more: headers, a status, a text, a redirect. */
export const verbWithResult = <const E extends Endpoint, World = Context>(
  endpoint: E,
  respond: (world: World, call: Call<E>) => Promise<HandlerResult<E>>,
): Verb<World> => ({ routeIn: (world) => route(endpoint, (call: Call<E>) => respond(world, call)) })

/** The routes of nouns, whose modules export verbs and nothing else. */
export const routesOf = <World>(
  world: World,
  ...nouns: readonly Readonly<Record<string, Verb<World>>>[]
): Route[] => nouns.flatMap((verbs) => Object.values(verbs).map(({ routeIn }) => routeIn(world)))
