/** The contact page: a message to the people who operate the instance. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { limits } from './limits.ts'

const contactTypes = ['question', 'problem', 'billing', 'privacy', 'feedback'] as const

const subjectLength = 150
const messageLength = 5_000

/** One line, which may be left out. */
const optionalLine = field.nameText(limits.nameLength).optional()

export const contactMessage = z.strictObject({
  name: field.requiredText(limits.nameLength, 'Please enter your name'),
  email: field.requiredEmail('Please enter your e-mail address'),
  company: optionalLine,
  subject: field.requiredText(subjectLength, 'Please enter a subject'),
  message: field.requiredLines(messageLength, 'Please enter a message'),
  type: z.enum(contactTypes).default('question'),
  /** The sender would like to get news. */
  newsletter: z.boolean().default(false),
  /** People do not see this field: a message in which it is filled in comes from a program and is discarded. */
  website: optionalLine,
})

export const sendContactMessage = endpoint('POST /contact', {
  name: 'sendContactMessage',
  tag: 'Contact',
  summary: 'Send a message to the people who operate this instance. They answer by e-mail.',
  audience: 'anyone',
  body: contactMessage,
  output: field.message,
  success: 201,
  errors: ['RATE_LIMITED'],
})
