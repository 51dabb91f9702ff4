import { retention } from '@envhold/contract/archive/retention.ts'
import type { Config } from '../config/config.ts'

/** What the policies promise besides periods of retention. */
const promises = {
  requestDays: 30,
  noticeDays: 30,
  liabilityMonths: 12,
  minimumAge: 18,
  childAge: 13,
  uptime: '99.9 %',
  arbitrationBelow: '10,000 US dollars',
} as const

export type Figures = Readonly<Record<string, string | number>>

/** What `{{name}}` stands for in the text of a page. The periods are those by which the sweeps delete. */
export const pageFigures = ({
  publicUrl,
  supportEmail,
}: Pick<Config, 'publicUrl' | 'supportEmail'>): Figures => ({
  ...retention,
  ...promises,
  address: publicUrl,
  support: `<${supportEmail}>`,
})
