/** A project gets another owner: who owns it offers it to a collaborator, who accepts it with an open vault. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Transfers')

/** How long an offer can be accepted, and how long its owner can object before one of an operator can be accepted. */
export const transferDays = 7

/** What the former owner can do afterwards: a role in all environments, or nothing. */
export const remainingRoles = ['write', 'read', 'none'] as const
export type RemainingRole = (typeof remainingRoles)[number]

const username = z.string().max(limits.nameLength)

export const projectTransfer = z
  .object({
    /** Who owns the project until it is accepted. */
    from: z.object({ user_id: field.id, username }),
    to: z.object({ user_id: field.id, username }),
    started_by: z.enum(['owner', 'operator']),
    /** What the present owner can do afterwards. */
    remaining_role: z.enum(remainingRoles),
    created_at: field.time,
    /** From when on it can be accepted: an owner can object before to what an operator started. */
    opens_at: field.time,
    expires_at: field.time,
  })
  .meta({ id: 'ProjectTransfer' })
export type ProjectTransfer = z.output<typeof projectTransfer>

/** Why a collaborator cannot own a project, whatever their environments. */
const unavailableReasons = ['access_paused', 'keys_pending', 'account_suspended', 'account_deleted'] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** The reason as the end of a sentence about the collaborator. */
export const unavailableReasonText: Readonly<Record<UnavailableReason, string>> = {
  access_paused: 'their access is paused',
  keys_pending: 'they wait for keys',
  account_suspended: 'their account is suspended',
  account_deleted: 'their account was deleted',
}

const candidate = {
  user_id: field.id,
  username,
  /** Why they cannot own the project at the moment; null if only `missing_environments` decide. */
  unavailable: z.enum(unavailableReasons).nullable(),
}

const params = z.object({ id: field.pathId })
const transfer = z.object({ transfer: projectTransfer })

export const readProjectTransfer = endpoint('GET /env/projects/{id}/transfer', {
  name: 'readProjectTransfer',
  summary:
    'Read the open transfer of a project. Its owner also reads which collaborators could own it; other collaborators read nothing.',
  audience: 'session',
  params,
  output: z.object({
    transfer: projectTransfer.nullable(),
    candidates: z
      .array(
        z.object({
          ...candidate,
          /** The environments whose keys they lack: with any of them, they cannot own the project. */
          missing_environments: z
            .array(z.string().max(limits.environmentNameLength))
            .max(limits.projectEnvironments),
        }),
      )
      .max(10_000),
  }),
  errors: ['NOT_FOUND'],
})

export const offerProjectTransfer = endpoint('POST /env/projects/{id}/transfer', {
  name: 'offerProjectTransfer',
  summary:
    'Offer a project to a collaborator who has access to every environment. Nothing changes until they accept, within 7 days.',
  audience: 'session',
  stepUp: 'always',
  params,
  body: z.object({ user_id: field.id, remaining_role: z.enum(remainingRoles) }),
  output: transfer,
  success: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const endProjectTransfer = endpoint('DELETE /env/projects/{id}/transfer', {
  name: 'endProjectTransfer',
  summary: 'Call off the open transfer of a project as its owner, or decline it.',
  audience: 'session',
  params,
  output: field.message,
  errors: ['NOT_FOUND'],
})

export const acceptProjectTransfer = endpoint('POST /env/projects/{id}/transfer/accept', {
  name: 'acceptProjectTransfer',
  summary:
    'Become the owner of a project that is offered to you. It counts towards your plan from then on. Its API keys keep working.',
  audience: 'session',
  vault: true,
  stepUp: 'always',
  params,
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'PROJECT_READ_ONLY'],
})

/** For operators: how many environments are missing, never which. */
export const operatorCandidate = z.object({ ...candidate, missing_environments: field.count })
