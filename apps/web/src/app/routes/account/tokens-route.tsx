import { createLazyRoute } from '@tanstack/react-router'
import { PersonalTokensSection } from '../../../features/personal-tokens/personal-tokens-section.tsx'

export const route = createLazyRoute('/inside/account-frame/account/tokens')({
  component: PersonalTokensSection,
})
