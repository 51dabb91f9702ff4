import { openApiDocument } from '@envhold/contract/openapi/document.ts'
import { version } from '../../config/version.ts'
import { getAndHead, type HttpRoute } from '../exchange.ts'
import { type CompressedText, compressedAnswer, compressText } from '../responses/compressed-text.ts'

/** Serves the contract as an OpenAPI document, which is generated and compressed at the first request. */
export function openApiRoute(url: string): HttpRoute {
  let document: Promise<CompressedText> | undefined
  return {
    methods: getAndHead,
    path: '/api/openapi.json',
    handler: async ({ request }) => {
      document ??= compressText(JSON.stringify(openApiDocument({ url, version })))
      return compressedAnswer(request, await document, 'application/json; charset=utf-8')
    },
  }
}
