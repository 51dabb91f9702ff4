import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { originOfCall } from './origin.ts'
import { parseTexts } from './parse.ts'
import { readDeclaredHeaders } from './read-declared-headers.ts'
import {
  type ReadHeaders,
  readConfirmedEnvironment,
  readIfMatch,
  readMasterPassword,
  readPasskeyUnlock,
} from './read-headers.ts'
import { readQuery } from './read-query.ts'
import type { PresentedSecret } from './require-step-up.ts'

/** Waits for work that is slow on purpose, and records how long it took. */
export const timed = (request: FastifyRequest) => async (until: Promise<void>) => {
  const begun = performance.now()
  await until
  request.waitedMs += performance.now() - begun
}

/** The secret of the vault that a request presents. */
export const presentedSecret = (
  headers: ReadHeaders,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): PresentedSecret => ({
  masterPassword: readMasterPassword(headers),
  origin: originOfCall(request, reply),
})

/** Everything of a request except its body, validated by the contract. */
export const readCall = (
  endpoint: Endpoint,
  caller: Caller,
  headers: ReadHeaders,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => ({
  caller,
  params: endpoint.params && parseTexts(endpoint.params, request.params as Record<string, string>, 'path'),
  query: readQuery(endpoint.query, request.url),
  body: undefined as unknown,
  headers: readDeclaredHeaders(endpoint, request.raw.rawHeaders),
  origin: originOfCall(request, reply),
  masterPassword: readMasterPassword(headers),
  passkeyUnlock: readPasskeyUnlock(headers),
  ifMatch: endpoint.conditional === 'write' ? readIfMatch(headers) : undefined,
  confirmedEnvironment: endpoint.confirms ? readConfirmedEnvironment(headers) : undefined,
  ifNoneMatch: headers.ifNoneMatch,
  startedAt: request.startedAt,
  wait: timed(request),
})
