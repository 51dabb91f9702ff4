/** Acts on all users that a filter leaves, as a job. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { jobAnswer, previewNames, userActKinds } from './jobs.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { startJobBody } from './start-jobs.ts'
import { userFilter } from './users.ts'

/** The most users of one job. */
export const maxActedOn = 10_000

export const previewUserAct = operatorEndpoint('POST /admin/users/acts/preview', {
  name: 'previewUserAct',
  summary:
    'Count the users that an act would change, of those that a filter leaves. Operators are left out. The token starts the act, unless the count changes by more than 10 %.',
  body: z
    .strictObject({
      act: z.enum(userActKinds),
      filter: z.strictObject(userFilter),
      /** Of the act `grant-plan`. */
      plan: field.text(limits.nameLength).optional(),
      ends_at: field.time.optional(),
    })
    .meta({ id: 'PreviewUserAct' }),
  output: z.object({
    users: field.count,
    /** Those that the filter leaves, and the act does not change: they have another status, or are operators. */
    skipped: field.count,
    /** The first of them. */
    names: z.array(z.string().max(limits.nameLength)).max(previewNames),
    token: z.string().max(4_000),
    expires_at: field.time,
  }),
  errors: ['CONFLICT'],
})

export const startUserAct = operatorEndpoint('POST /admin/users/acts', {
  name: 'startUserAct',
  summary: 'Start an act that was previewed, as a job. Each user gets an e-mail with the reason.',
  body: startJobBody(4_000),
  output: jobAnswer,
  errors: ['CONFLICT'],
})
