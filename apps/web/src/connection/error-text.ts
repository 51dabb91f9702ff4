import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'

interface Texts {
  /** When the server says nothing better. */
  readonly fallback: string
  readonly on?: Partial<Record<ErrorCode, string>>
  /** What the server's sentence says comes before its code. */
  readonly saying?: readonly (readonly [RegExp, string])[]
}

const duplicateEnvironment = 'An environment with this name already exists in this project'

const variable = (verb: 'create' | 'update'): Texts => ({
  fallback: `Failed to ${verb} variable`,
  on: {
    MASTER_PASSWORD_REQUIRED: `Master password is required to ${verb} variables`,
    CONFLICT: 'A variable with this key already exists in this environment',
    VALIDATION_FAILED: 'Invalid variable key or value. Please check your input.',
    FORBIDDEN: `You do not have permission to ${verb} variables in this environment`,
  },
})

export const alreadyInvited =
  'An invitation has already been sent to this email address. Please wait for them to respond or cancel the previous invitation.'
export const alreadyCollaborator = 'This user is already a collaborator on this project.'
const alreadyEither = 'This user is already a collaborator or has been invited'

/** What people read when an action fails: the server's own sentence, unless the action has a better one. */
const actions = {
  request: { fallback: 'Request failed' },
  login: { fallback: 'Login failed' },
  register: { fallback: 'Registration failed' },
  changePassword: { fallback: 'Failed to change password' },
  updateProfile: { fallback: 'Failed to update profile' },
  loadSessions: { fallback: 'Failed to load sessions' },
  endSession: { fallback: 'Failed to sign out' },
  sendVerification: { fallback: 'Failed to send the link' },
  verifyEmail: { fallback: 'Failed to verify the e-mail address' },
  deleteAccount: { fallback: 'Failed to delete account' },
  setMasterPassword: { fallback: 'Failed to set master password' },
  validateMasterPassword: { fallback: 'Invalid master password' },
  changeMasterPassword: { fallback: 'Failed to change master password' },
  recoverMasterPassword: {
    fallback: 'Failed to change master password',
    on: { INVALID_CREDENTIALS: 'This is not your recovery key. Check each group against your sheet.' },
  },
  renewRecoveryKey: { fallback: 'Failed to make a new recovery key' },
  rekeyEnvironments: { fallback: 'Failed to make new keys' },
  loadProjects: { fallback: 'Failed to load projects' },
  createProject: { fallback: 'Failed to create project' },
  updateProject: { fallback: 'Failed to update project' },
  deleteProject: { fallback: 'Failed to delete project' },
  loadCollaborators: { fallback: 'Failed to load collaborators' },
  inviteCollaborator: {
    fallback: 'Failed to invite collaborator',
    saying: [
      [/invitation (has )?already (been )?sent/i, alreadyInvited],
      [/already (exists|invited|a collaborator)/i, alreadyEither],
    ],
    on: {
      CONFLICT: alreadyEither,
      VALIDATION_FAILED: 'Invalid email address or invitation data',
      FORBIDDEN: 'You do not have permission to invite collaborators',
      NOT_FOUND: 'User not found with this email address',
    },
  },
  updateCollaborator: { fallback: 'Failed to update collaborator' },
  removeCollaborator: { fallback: 'Failed to remove collaborator' },
  leaveProject: { fallback: 'Failed to leave project' },
  updateInvitation: { fallback: 'Failed to update invitation' },
  cancelInvitation: { fallback: 'Failed to cancel invitation' },
  loadInvitations: { fallback: 'Failed to load invitations' },
  openInvitation: { fallback: 'Failed to open invitation' },
  acceptInvitation: { fallback: 'Failed to accept invitation' },
  declineInvitation: { fallback: 'Failed to decline invitation' },
  readSubscription: { fallback: 'Failed to fetch subscription status' },
  createEnvironment: {
    fallback: 'Failed to create environment',
    on: {
      MASTER_PASSWORD_REQUIRED: 'Master password is required to create environments',
      CONFLICT: duplicateEnvironment,
      VALIDATION_FAILED: 'Invalid environment name. Please check your input.',
      FORBIDDEN: 'You do not have permission to create environments in this project',
    },
  },
  updateEnvironment: {
    fallback: 'Failed to update environment',
    on: {
      CONFLICT: duplicateEnvironment,
      FORBIDDEN: 'You do not have permission to update this environment',
      NOT_FOUND: 'Environment not found',
    },
  },
  deleteEnvironment: { fallback: 'Failed to delete environment' },
  downloadEnvironment: { fallback: 'Failed to download environment file' },
  createVariable: variable('create'),
  updateVariable: variable('update'),
  deleteVariable: { fallback: 'Failed to delete variable' },
  importVariables: { fallback: 'Failed to import variables' },
  restoreVersion: { fallback: 'Failed to restore version' },
  loadPersonalTokens: { fallback: 'Failed to load personal tokens' },
  createPersonalToken: { fallback: 'Failed to create token' },
  revokePersonalToken: { fallback: 'Failed to revoke token' },
  createCliToken: {
    fallback: 'Failed to generate CLI token',
    on: { UNAUTHENTICATED: 'Please log in to generate a CLI token' },
  },
  loadApiKeys: { fallback: 'Failed to load API keys' },
  createApiKey: { fallback: 'Failed to create API key' },
  updateApiKey: { fallback: 'Failed to update API key' },
  deleteApiKey: { fallback: 'Failed to delete API key' },
  loadApiKeyUsage: { fallback: 'Failed to load API key usage' },
  exportActivity: { fallback: 'Failed to export activity' },
} as const satisfies Record<string, Texts>

export type Action = keyof typeof actions

const waitText = (seconds: number) =>
  seconds > 90 ? `Try again in ${Math.ceil(seconds / 60)} minutes.` : `Try again in ${seconds} seconds.`

export function errorText(error: unknown, action: Action = 'request'): string {
  const texts: Texts = actions[action]
  if (error instanceof UnreachableError)
    return action === 'request' ? error.message : `${error.message} ${texts.fallback}.`
  if (!(error instanceof ApiError)) return texts.fallback
  if (error.code === 'INTERNAL') return `${texts.fallback}. Quote ${error.requestId} when you report it.`
  // Read beside a form that outlived the session, before signing in again and after.
  if (error.code === 'UNAUTHENTICATED')
    return texts.on?.UNAUTHENTICATED ?? 'Your session had ended. Sign in and try again.'
  const said = texts.saying?.find(([pattern]) => pattern.test(error.message))?.[1]
  const text = said ?? texts.on?.[error.code] ?? (error.message || texts.fallback)
  if (!error.retryAfter || error.status !== 429) return text
  return text.replace(/( Please try again later\.)?$/, ` ${waitText(error.retryAfter)}`)
}

/** What is wrong with single fields, by their name in the body. */
export const fieldErrors = (error: unknown): readonly { path: string; message: string }[] =>
  error instanceof ApiError ? error.details : []
