import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as apiKeys from './api-keys.ts'
import type { Endpoint } from './endpoint.ts'
import * as environments from './environments.ts'
import * as health from './health.ts'
import * as inject from './inject.ts'
import * as masterPassword from './master-password.ts'
import * as personalTokens from './personal-tokens.ts'
import * as projects from './projects.ts'
import * as subscription from './subscription.ts'
import * as variables from './variables.ts'
import * as versions from './versions.ts'

/** Every call of the API, in the order the reference shows them. */
export const everyEndpoint: readonly Endpoint[] = [
  inject.inject,
  inject.readSchema,

  accounts.register,
  accounts.login,
  accounts.logout,
  accounts.readSession,
  accounts.changePassword,
  accounts.readUserStatus,
  subscription.readSubscriptionStatus,

  masterPassword.readMasterPasswordStatus,
  masterPassword.setUpMasterPassword,
  masterPassword.validateMasterPassword,
  masterPassword.changeMasterPassword,
  masterPassword.recoverMasterPassword,

  projects.listProjects,
  projects.createProject,
  projects.readProject,
  projects.updateProject,
  projects.deleteProject,

  environments.listEnvironments,
  environments.createEnvironment,
  environments.renameEnvironment,
  environments.deleteEnvironment,
  environments.countVariables,

  variables.readVariables,
  variables.createVariable,
  variables.updateVariable,
  variables.deleteVariable,
  variables.writeVariables,
  variables.importVariables,
  variables.downloadEnvironment,
  variables.compareEnvironments,
  versions.listVersions,
  versions.readVersion,
  versions.restoreVersion,

  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.updateApiKey,
  apiKeys.deleteApiKey,
  apiKeys.readApiKeyUsage,
  apiKeys.listApiKeyPermissions,

  personalTokens.listPersonalTokens,
  personalTokens.createPersonalToken,
  personalTokens.revokePersonalToken,
  personalTokens.createCliToken,

  activity.readActivityHead,
  health.readLiveness,
  health.readReadiness,
]
