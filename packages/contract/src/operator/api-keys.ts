/** Every API key of the instance: operators see what it may do and how it is used, and can deactivate it. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { maxReasonLength } from './acts.ts'
import { operatorEndpoint } from './operator-calls.ts'

const keyId = z.object({ id: field.tokenId })

export const deactivateApiKey = operatorEndpoint({
  name: 'deactivateApiKey',
  tag: 'Operator',
  summary:
    'Deactivate an API key for good: its calls are rejected from now on. Its owner is mailed the reason, and cannot activate it again.',
  method: 'POST',
  path: '/admin/api-keys/{id}/deactivate',
  params: keyId,
  body: z.object({
    /** The owner of the project and the creator of the key read it. */
    reason: field.requiredText(maxReasonLength, 'Please provide a reason for deactivation'),
  }),
  output: field.message,
  success: 200,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
})
