import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import { errors } from '@envhold/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import type { Action } from './error-text.ts'
import { alreadyInvited, errorText, fieldErrors } from './error-text.ts'

const refusal = (
  error: ErrorCode,
  message: string = errors[error].message,
  retryAfter: number | null = null,
) =>
  new ApiError(
    errors[error].status,
    { error, message, request_id: 'req-9', details: [{ path: 'name', message: 'No' }] },
    retryAfter,
  )

const duplicate = 'An environment with this name already exists in this project'

const cases: [Action, ErrorCode, string][] = [
  ['createEnvironment', 'MASTER_PASSWORD_REQUIRED', 'Master password is required to create environments'],
  ['createEnvironment', 'CONFLICT', duplicate],
  ['createEnvironment', 'VALIDATION_FAILED', 'Invalid environment name. Please check your input.'],
  ['createEnvironment', 'FORBIDDEN', 'You do not have permission to create environments in this project'],
  ['updateEnvironment', 'CONFLICT', duplicate],
  ['updateEnvironment', 'FORBIDDEN', 'You do not have permission to update this environment'],
  ['updateEnvironment', 'NOT_FOUND', 'Environment not found'],
  ['createVariable', 'MASTER_PASSWORD_REQUIRED', 'Master password is required to create variables'],
  ['createVariable', 'CONFLICT', 'A variable with this key already exists in this environment'],
  ['updateVariable', 'FORBIDDEN', 'You do not have permission to update variables in this environment'],
  ['updateVariable', 'VALIDATION_FAILED', 'Invalid variable key or value. Please check your input.'],
  ['updateVariable', 'UNAUTHENTICATED', 'Your session had ended. Sign in and try again.'],
  ['createCliToken', 'UNAUTHENTICATED', 'Please log in to generate a CLI token'],
  ['login', 'INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS.message],
  ['inviteCollaborator', 'CONFLICT', 'This user is already a collaborator or has been invited'],
  ['inviteCollaborator', 'VALIDATION_FAILED', 'Invalid email address or invitation data'],
  ['inviteCollaborator', 'FORBIDDEN', 'You do not have permission to invite collaborators'],
  ['inviteCollaborator', 'NOT_FOUND', 'User not found with this email address'],
  ['inviteCollaborator', 'MASTER_PASSWORD_REQUIRED', errors.MASTER_PASSWORD_REQUIRED.message],
]

describe('error texts', () => {
  it.each(cases)('%s answered with %s', (action, code, text) => {
    expect(errorText(refusal(code), action)).toBe(text)
  })

  it('prefers the server’s own sentence where the catalogue has none', () => {
    expect(errorText(refusal('LIMIT_REACHED', 'Your plan allows 1 project.'), 'createProject')).toBe(
      'Your plan allows 1 project.',
    )
  })

  it.each([
    ['Invitation already sent', alreadyInvited],
    [alreadyInvited, alreadyInvited],
    ['This user is already a collaborator', 'This user is already a collaborator or has been invited'],
    ['Grace was already invited', 'This user is already a collaborator or has been invited'],
    ['The membership already exists', 'This user is already a collaborator or has been invited'],
  ])('tells one conflict of inviting from the other: %s', (message, text) => {
    expect(errorText(refusal('CONFLICT', message), 'inviteCollaborator')).toBe(text)
  })

  it.each([
    ['updateCollaborator', 'Failed to update collaborator'],
    ['removeCollaborator', 'Failed to remove collaborator'],
    ['cancelInvitation', 'Failed to cancel invitation'],
    ['acceptInvitation', 'Failed to accept invitation'],
    ['declineInvitation', 'Failed to decline invitation'],
    ['inviteCollaborator', 'Failed to invite collaborator'],
  ] as [Action, string][])('says what did not happen: %s', (action, text) => {
    expect(errorText(new Error('internal detail'), action)).toBe(text)
  })

  it('says how long to wait', () => {
    const locked = 'Too many wrong attempts. Please try again later.'
    expect(errorText(refusal('LOCKED_OUT', locked, 30))).toBe(
      'Too many wrong attempts. Try again in 30 seconds.',
    )
    expect(errorText(refusal('LOCKED_OUT', locked, 601))).toBe(
      'Too many wrong attempts. Try again in 11 minutes.',
    )
  })

  it('names the request when the fault is the server’s', () => {
    expect(errorText(refusal('INTERNAL'), 'deleteProject')).toBe(
      'Failed to delete project. Quote req-9 when you report it.',
    )
  })

  it('says that the server is away, and what failed', () => {
    expect(errorText(new UnreachableError('network'), 'register')).toBe(
      'The server cannot be reached. Registration failed.',
    )
    expect(errorText(new UnreachableError('timeout'))).toBe('The server did not answer in time.')
  })

  it('falls back on the action, and at last on anything', () => {
    expect(errorText(new Error('internal detail'), 'downloadEnvironment')).toBe(
      'Failed to download environment file',
    )
    expect(errorText('?')).toBe('Request failed')
  })

  it('hands out what is wrong with single fields', () => {
    expect(fieldErrors(refusal('VALIDATION_FAILED'))).toEqual([{ path: 'name', message: 'No' }])
    expect(fieldErrors(new Error('x'))).toEqual([])
  })
})
