import { createLazyRoute } from '@tanstack/react-router'
import { FrontPage } from './front-page.tsx'

export const landingRoute = createLazyRoute('/')({ component: () => <FrontPage key="landing" /> })
export const loginRoute = createLazyRoute('/login')({
  component: () => <FrontPage key="login" opened="sign-in" />,
})
