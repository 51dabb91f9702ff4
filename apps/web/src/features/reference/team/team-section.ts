import type { Section } from '../manual/section.ts'
import { activity } from './activity.ts'
import { apiKeys } from './api-keys.ts'
import { endAccess } from './end-access.ts'
import { invite } from './invite.ts'
import { personalTokens } from './personal-tokens.ts'
import { roles } from './roles.ts'

export const teamSection: Section = {
  id: 'team',
  title: 'Team Management',
  topics: [roles, invite, endAccess, apiKeys, personalTokens, activity],
}
