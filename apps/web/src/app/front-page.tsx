import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignInDialog } from '../features/accounts/sign-in-dialogs.tsx'
import { SignInDialogs } from '../features/accounts/sign-in-dialogs.tsx'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { safeNext } from './paths.ts'
import { PublicHeader } from './public-header.tsx'

/** The landing page with the dialogs that sign in and up; `/login` opens the first of them. */
export function FrontPage({ opened = null }: { opened?: SignInDialog | null }) {
  const { next } = useSearch({ strict: false })
  const [open, setOpen] = useState<SignInDialog | null>(opened ?? (safeNext(next) ? 'sign-in' : null))
  const router = useRouter()
  const navigate = useNavigate()
  const signedIn = () => {
    const to = safeNext(next)
    if (to) router.history.replace(to)
    else void navigate({ to: '/dashboard', replace: true })
  }
  return (
    <>
      <title>Envhold – a vault for environment variables</title>
      <PublicHeader onSignIn={() => setOpen('sign-in')} onSignUp={() => setOpen('sign-up')} />
      <LandingPage onSignUp={() => setOpen('sign-up')} />
      <SignInDialogs open={open} onOpenChange={setOpen} onSignedIn={signedIn} />
    </>
  )
}
