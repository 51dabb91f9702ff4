import { apiSection } from '../api/api-section.ts'
import { cliSection } from '../cli/cli-section.ts'
import { integrationsSection } from '../integrations/integrations-section.ts'
import { overviewSection } from '../overview/overview-section.ts'
import { securitySection } from '../security/security-section.ts'
import { teamSection } from '../team/team-section.ts'
import { troubleshootingSection } from '../troubleshooting/troubleshooting-section.ts'
import type { Section } from './section.ts'

/** The whole manual, in the order of the page. */
export const sections: readonly Section[] = [
  overviewSection,
  cliSection,
  apiSection,
  teamSection,
  securitySection,
  integrationsSection,
  troubleshootingSection,
]
