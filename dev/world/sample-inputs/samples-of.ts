import type { InputOf } from '@envhold/contract/endpoint.ts'
import type { KnownEndpoint } from '@envhold/contract/every-endpoint.ts'

type Sample<E extends KnownEndpoint, World> = (world: World) => InputOf<E> | Promise<InputOf<E>>
type NameIfEmpty<E extends KnownEndpoint> = Record<string, never> extends InputOf<E> ? E['name'] : never
type NameIfNot<E extends KnownEndpoint> = Record<string, never> extends InputOf<E> ? never : E['name']

/** By the name of each call: what makes a valid input of it in a world. A call that needs none may be left out. */
export type SamplesOf<World> = {
  readonly [E in KnownEndpoint as NameIfNot<E>]: Sample<E, World>
} & {
  readonly [E in KnownEndpoint as NameIfEmpty<E>]?: Sample<E, World>
}
