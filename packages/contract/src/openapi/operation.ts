import { z } from 'zod'
import type { Audience, Endpoint } from '../endpoint.ts'
import { operatorPermissions, personalTokenPermissionDescriptions } from '../permissions.ts'
import { stepUpMinutes } from '../step-up.ts'
import { successOf } from '../success-of.ts'
import type { ErrorAnswers } from './error-answers.ts'
import { exampleOf } from './example.ts'
import { headerParameters, successHeaders } from './headers.ts'
import type { Json, Schemas } from './schemas.ts'

const security: Readonly<Record<Audience, Json[]>> = {
  anyone: [],
  session: [{ session: [] }],
  user: [{ session: [] }, { personalToken: [] }],
  operator: [{ session: [] }],
  'api-key': [{ apiKey: [] }],
  webhook: [],
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const parameters = (call: Endpoint, schemas: Schemas): Json[] =>
  (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? call.params : call.query
    return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !z.safeParse(field as z.ZodType, undefined).success,
      schema: schemas.inline(field as z.ZodType),
    }))
  })

const jsonContent = (schema: Json, schemas: Schemas): Json => ({
  'application/json': { schema, example: exampleOf(schema, schemas.components) },
})

/** A file is text. The content of a JSON file is not described further. */
const fileOf = (type: string): Json =>
  type.startsWith('application/json') ? {} : { schema: { type: 'string' } }

const contentOf = (call: Endpoint, schemas: Schemas): Json | undefined => {
  if (call.output) {
    const schema = schemas.refTo(call.output, 'output', `${capitalised(call.name)}Response`)
    return jsonContent(schema, schemas)
  }
  return call.produces && Object.fromEntries(call.produces.map((type) => [type, fileOf(type)]))
}

const success = (call: Endpoint, schemas: Schemas): Json => {
  const content = contentOf(call, schemas)
  return { description: call.summary, headers: successHeaders(call), ...(content && { content }) }
}

const requestBody = (call: Endpoint, schemas: Schemas): Json | undefined => {
  if (call.rawBody) return { required: true, content: { '*/*': {} } }
  if (!call.body) return undefined
  const schema = schemas.refTo(call.body, 'input', `${capitalised(call.name)}Request`)
  return { required: true, content: jsonContent(schema, schemas) }
}

const guards = (call: Endpoint): string | undefined => {
  const { permission, operatorPermission } = call
  const said = [
    permission && `A personal token needs ${permission}: ${personalTokenPermissionDescriptions[permission]}.`,
    operatorPermission &&
      `Operators only. Needs ${operatorPermission}: ${operatorPermissions[operatorPermission]}.`,
    call.stepUp && `A session needs a proof of who it belongs to from the last ${stepUpMinutes} minutes.`,
    call.audience === 'webhook' && 'Called by a provider, which signs the body.',
  ].filter(Boolean)
  return said.length > 0 ? said.join(' ') : undefined
}

/** One call of the contract as an operation. Collects the schemas and errors that it refers to. */
export function operationOf(call: Endpoint, schemas: Schemas, errorAnswers: ErrorAnswers): Json {
  const description = guards(call)
  const body = requestBody(call, schemas)
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.summary,
    ...(description && { description }),
    security: security[call.audience],
    parameters: [...parameters(call, schemas), ...headerParameters(call)],
    ...(body && { requestBody: body }),
    responses: {
      [successOf(call)]: success(call, schemas),
      ...(call.conditional === 'read' && {
        304: {
          description: 'Unchanged since the version in If-None-Match.',
          headers: successHeaders(call),
        },
      }),
      ...errorAnswers.refsFor(call),
    },
  }
}
