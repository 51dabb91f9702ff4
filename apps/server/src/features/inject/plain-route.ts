import { type InjectFormat, inject, injectFormats } from '@envhold/contract/inject.ts'
import type { FastPathRoute } from '../../http/fast-path.ts'
import type { Call, Route } from '../../http/route.ts'

// Names of environments have at most 50 characters.
const plainUrl = /^\/api\/v1\/inject\/([1-9]\d{0,14})\/([A-Za-z0-9_-]{1,50})(?:\?format=([a-z]{1,10}))?$/

const isFormat = (name: string): name is InjectFormat => injectFormats.some((format) => format === name)

/** Path and query of an inject call whose URL needs no decoding, as the contract would parse them. */
export function readFastPathUrl(url: string): Pick<Call<typeof inject>, 'params' | 'query'> | undefined {
  const [, projectId, environment, format = 'dotenv'] = plainUrl.exec(url) ?? []
  if (projectId === undefined || environment === undefined || !isFormat(format)) return undefined
  return {
    params: { projectId: Number(projectId), environment },
    query: { format },
  }
}

/** The route of inject, for plain calls. */
export function fastPathRoute(routes: readonly Route[]): FastPathRoute | undefined {
  const found = routes.find(({ endpoint }) => endpoint === inject)
  return found && { ...found, read: readFastPathUrl }
}
