import { ApiError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import { errors } from '@envhold/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { type ErrorTexts, errorText } from '../connection/api/error-text.ts'
import { accountErrors } from './accounts/account-errors.ts'
import { cliErrors } from './cli/cli-token.tsx'
import { collaboratorErrors } from './collaborators/collaborator-queries.ts'
import { inviteErrors as inviteCollaborator } from './collaborators/invitations/invite-rules.ts'
import { environmentErrors } from './environments/environment-errors.ts'
import { keyringErrors } from './keyring/keyring-errors.ts'
import { variableErrors } from './workbench/data/variable-errors.ts'

const rejection = (error: ErrorCode) =>
  new ApiError(errors[error].status, { error, message: errors[error].message, request_id: 'req-9' }, null)

const duplicate = 'An environment with this name already exists in this project'
const { createEnvironment, updateEnvironment } = environmentErrors
const { createVariable, updateVariable, downloadEnvironment } = variableErrors

const cases: [string, ErrorTexts, ErrorCode, string][] = [
  [
    'createEnvironment',
    createEnvironment,
    'MASTER_PASSWORD_REQUIRED',
    'Master password is required to create environments',
  ],
  ['createEnvironment', createEnvironment, 'CONFLICT', duplicate],
  [
    'createEnvironment',
    createEnvironment,
    'VALIDATION_FAILED',
    'Invalid environment name. Please check your input.',
  ],
  [
    'createEnvironment',
    createEnvironment,
    'FORBIDDEN',
    'You do not have permission to create environments in this project',
  ],
  ['updateEnvironment', updateEnvironment, 'CONFLICT', duplicate],
  [
    'updateEnvironment',
    updateEnvironment,
    'FORBIDDEN',
    'You do not have permission to update this environment',
  ],
  ['updateEnvironment', updateEnvironment, 'NOT_FOUND', 'Environment not found'],
  [
    'createVariable',
    createVariable,
    'MASTER_PASSWORD_REQUIRED',
    'Master password is required to create variables',
  ],
  [
    'createVariable',
    createVariable,
    'CONFLICT',
    'A variable with this key already exists in this environment',
  ],
  [
    'updateVariable',
    updateVariable,
    'FORBIDDEN',
    'You do not have permission to update variables in this environment',
  ],
  [
    'updateVariable',
    updateVariable,
    'VALIDATION_FAILED',
    'Invalid variable key or value. Please check your input.',
  ],
  ['updateVariable', updateVariable, 'UNAUTHENTICATED', 'Your session had ended. Sign in and try again.'],
  ['createCliToken', cliErrors.createCliToken, 'UNAUTHENTICATED', 'Please log in to generate a CLI token'],
  [
    'renewRecoveryKey',
    keyringErrors.renewRecoveryKey,
    'ALREADY_CREATED',
    'The recovery key was replaced, but the connection was lost before you saw the new one. Create another one on your account page.',
  ],
  [
    'changeMasterPassword',
    keyringErrors.changeMasterPassword,
    'ALREADY_CREATED',
    'Your master password is changed, but the connection was lost before you saw the new recovery key. Create another one on your account page.',
  ],
  ['login', accountErrors.login, 'INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS.message],
  [
    'inviteCollaborator',
    inviteCollaborator,
    'ALREADY_INVITED',
    'An invitation has already been sent to this email address. Please wait for them to respond or cancel the previous invitation.',
  ],
  [
    'inviteCollaborator',
    inviteCollaborator,
    'ALREADY_MEMBER',
    'This user is already a collaborator or has been invited',
  ],
  ['inviteCollaborator', inviteCollaborator, 'VALIDATION_FAILED', 'Invalid email address or invitation data'],
  [
    'inviteCollaborator',
    inviteCollaborator,
    'FORBIDDEN',
    'You do not have permission to invite collaborators',
  ],
  ['inviteCollaborator', inviteCollaborator, 'NOT_FOUND', 'User not found with this email address'],
  [
    'inviteCollaborator',
    inviteCollaborator,
    'MASTER_PASSWORD_REQUIRED',
    errors.MASTER_PASSWORD_REQUIRED.message,
  ],
]

describe('what people read when a call fails', () => {
  it.each(cases)('%s', (_, texts, code, text) => {
    expect(errorText(rejection(code), texts)).toBe(text)
  })

  it.each([
    [collaboratorErrors.updateCollaborator, 'Failed to update collaborator'],
    [collaboratorErrors.removeCollaborator, 'Failed to remove collaborator'],
    [collaboratorErrors.cancelInvitation, 'Failed to cancel invitation'],
    [collaboratorErrors.acceptInvitation, 'Failed to accept invitation'],
    [collaboratorErrors.declineInvitation, 'Failed to decline invitation'],
    [inviteCollaborator, 'Failed to invite collaborator'],
    [downloadEnvironment, 'Failed to download environment file'],
    [keyringErrors.validateMasterPassword, 'The vault was not unlocked'],
  ] as [ErrorTexts, string][])('says what did not happen: %j', (texts, text) => {
    expect(errorText(new Error('internal detail'), texts)).toBe(text)
  })
})
