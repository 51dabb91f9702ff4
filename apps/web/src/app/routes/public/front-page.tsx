import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { SignInDialog } from '../../../features/accounts/sign-in/sign-in-dialogs.tsx'
import { LandingPage } from '../../../features/landing/landing-page.tsx'
import { safeNext } from '../../paths.ts'
import { PublicHeader } from '../../shell/public-header.tsx'

/** The forms load after the landing page, so that it renders without waiting for them. */
const loadForms = () => import('../../../features/accounts/sign-in/sign-in-dialogs.tsx')
const SignInDialogs = lazy(async () => ({ default: (await loadForms()).SignInDialogs }))
const userInputs = ['pointermove', 'touchstart', 'keydown'] as const

/** The landing page with the sign-in and sign-up dialogs; `/login` opens the sign-in dialog. */
export function FrontPage({ opened = null }: { opened?: SignInDialog | null }) {
  const { next } = useSearch({ strict: false })
  const to = safeNext(next)
  const [open, setOpen] = useState<SignInDialog | null>(opened ?? (to ? 'sign-in' : null))
  const [wasOpen, setWasOpen] = useState(open !== null)
  if (open && !wasOpen) setWasOpen(true)
  useEffect(() => {
    const somebodyIsThere = new AbortController()
    const load = () => {
      somebodyIsThere.abort()
      void loadForms()
    }
    for (const sign of userInputs) addEventListener(sign, load, { signal: somebodyIsThere.signal })
    return () => somebodyIsThere.abort()
  }, [])
  const router = useRouter()
  const navigate = useNavigate()
  const signedIn = () => {
    if (to) router.history.replace(to)
    else void navigate({ to: '/dashboard', replace: true })
  }
  return (
    <>
      <title>Envhold – a vault for environment variables</title>
      <PublicHeader onSignIn={() => setOpen('sign-in')} onSignUp={() => setOpen('sign-up')} />
      <LandingPage onSignUp={() => setOpen('sign-up')} />
      <Suspense>
        {wasOpen && (
          <SignInDialogs
            open={open}
            onOpenChange={setOpen}
            hasNext={to !== undefined}
            onSignedIn={signedIn}
          />
        )}
      </Suspense>
    </>
  )
}
