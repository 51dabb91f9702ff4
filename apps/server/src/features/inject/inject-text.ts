import type { inject as endpoint } from '@envhold/contract/inject.ts'
import { renderVariables } from '../../http/responses/render-variables.ts'
import { requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import { findSealedByName } from '../environments/sealed-environment-store.ts'
import type { AdmittedCall, InjectContext, Served } from './admitted-call.ts'
import { findGrantedEnvironment, openGrantedEnvironment } from './granted-environment.ts'

/** An environment as text, for an API key that was granted it. */
export async function injectText(
  ctx: InjectContext,
  call: AdmittedCall<typeof endpoint>,
): Promise<Served<typeof endpoint>> {
  requireKeyPermissions(call.key, ['read_variables', 'variables.api_inject'])
  const { environment, isKnown, headers, byFormerName } = await findGrantedEnvironment(ctx, call, {
    named: call.params.environment,
    find: findSealedByName,
  })
  const environmentInfo = {
    environmentId: environment.id,
    environmentName: environment.name,
    ...(byFormerName && { byFormerName }),
  }
  if (isKnown) return { result: { status: 304, headers }, ...environmentInfo, variables: 0 }

  const variables = openGrantedEnvironment(ctx, call, environment)
  const result = renderVariables(variables, call.query)
  return {
    result: { ...result, headers: withWarnings(headers, result.headers) },
    ...environmentInfo,
    variables: variables.size,
  }
}

type Headers = Readonly<Record<string, string>>

const warningsHeader = 'x-envhold-warnings'

/** Both, with the warnings of both. */
function withWarnings(first: Headers, second: Headers = {}): Headers {
  const both = { ...first, ...second }
  if (!first[warningsHeader] || !second[warningsHeader]) return both
  return { ...both, [warningsHeader]: `${second[warningsHeader]}; ${first[warningsHeader]}` }
}
