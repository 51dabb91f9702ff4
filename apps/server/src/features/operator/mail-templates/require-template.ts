import { AppError } from '../../../app-error.ts'
import { templateList } from '../../../mail/every-template.ts'
import type { MailTemplate } from '../../../mail/mail-template.ts'

/** @throws AppError NOT_FOUND */
export function requireTemplate(name: string): MailTemplate {
  const template = templateList.find((one) => one.name === name)
  if (!template) throw new AppError('NOT_FOUND', { message: 'Email template not found' })
  return template
}
