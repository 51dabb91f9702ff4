/** Variables: reading, writing, importing, comparing and downloading them, and the history of an environment. */
import type { Warning } from '@envhold/contract/fields.ts'
import { limits } from '@envhold/contract/limits.ts'
import * as contract from '@envhold/contract/variables.ts'
import * as history from '@envhold/contract/versions.ts'
import type { Context } from '../../context.ts'
import { versionTag } from '../../http/entity-tag.ts'
import { type Route, route } from '../../http/route.ts'
import { environmentView } from '../environments/environment-view.ts'
import { compareEnvironments } from './compare-environments.ts'
import { createVariable } from './create-variable.ts'
import { deleteVariable } from './delete-variable.ts'
import { downloadEnvironment } from './download-environment.ts'
import { importVariables } from './import-variables.ts'
import { listVariableNames } from './list-variable-names.ts'
import { listVersions } from './list-versions.ts'
import { readVariables } from './read-variables.ts'
import { readVariablesByName } from './read-variables-by-name.ts'
import { readVersion } from './read-version.ts'
import { restoreVersion } from './restore-version.ts'
import { updateVariable } from './update-variable.ts'
import type { VariableDeps } from './variable-deps.ts'
import { warningsAbout } from './warnings-about.ts'
import { writeVariables } from './write-variables.ts'
import type { Written } from './write-version.ts'

/** As many as the contract allows; a file can cause more. */
const mostWarnings = limits.environmentVariables * 2

/** The new head and its ETag, and warnings about what was added or changed. */
const writtenReply = ({ environment, changes, variables }: Written, more: readonly Warning[] = []) => ({
  headers: { etag: versionTag(environment.version) },
  json: {
    environment: environmentView(environment),
    warnings: [...more, ...warningsAbout(variables, [...changes.added, ...changes.changed])].slice(
      0,
      mostWarnings,
    ),
    ...changes,
  },
})

export const variableRoutes = (ctx: Context, parts: VariableDeps): Route[] => [
  route(contract.readVariables, (call) => readVariables(ctx, parts, call)),
  route(contract.readVariablesByName, (call) => readVariablesByName(ctx, parts, call)),
  route(contract.listVariableNames, (call) => listVariableNames(ctx, parts, call)),
  route(contract.createVariable, async (call) => writtenReply(await createVariable(ctx, parts, call))),
  route(contract.updateVariable, async (call) => writtenReply(await updateVariable(ctx, parts, call))),
  route(contract.deleteVariable, async (call) => {
    const { headers, json } = writtenReply(await deleteVariable(ctx, parts, call))
    return { headers, json: { message: 'Variable deleted successfully!', environment: json.environment } }
  }),
  route(contract.writeVariables, async (call) => writtenReply(await writeVariables(ctx, parts, call))),
  route(contract.importVariables, async (call) => {
    const { warnings, ...written } = await importVariables(ctx, parts, call)
    return writtenReply(written, warnings)
  }),
  route(history.listVersions, async (call) => ({ json: await listVersions(ctx, parts, call) })),
  route(history.readVersion, async (call) => ({ json: await readVersion(ctx, parts, call) })),
  route(history.restoreVersion, async (call) => writtenReply(await restoreVersion(ctx, parts, call))),
  route(contract.compareEnvironments, async (call) => ({
    json: await compareEnvironments(ctx, parts, call),
  })),
  route(contract.downloadEnvironment, (call) => downloadEnvironment(ctx, parts, call)),
]
