import type { Section } from '../manual/section.ts'
import { account } from './account.ts'
import { browser } from './browser.ts'
import { deleteAccount } from './delete-account.ts'
import { encryption } from './encryption.ts'
import { passkeys } from './passkeys.ts'
import { promise } from './promise.ts'
import { reset } from './reset.ts'
import { singleSignOn } from './single-sign-on.ts'
import { twoFactor } from './two-factor.ts'

export const securitySection: Section = {
  id: 'security',
  title: 'Security',
  topics: [promise, encryption, browser, account, twoFactor, passkeys, reset, singleSignOn, deleteAccount],
}
