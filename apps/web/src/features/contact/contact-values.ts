import type { contactMessage } from '@envhold/contract/contact.ts'
import type { z } from 'zod'

export type ContactValues = z.input<typeof contactMessage>
export type ContactMessage = z.output<typeof contactMessage>
