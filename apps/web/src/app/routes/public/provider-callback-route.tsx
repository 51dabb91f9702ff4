import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { ProviderCallback } from '../../../features/accounts/identity-provider/provider-callback.tsx'
import { Button } from '../../../ui/button.tsx'
import { useStore } from '../../../ui/create-store.ts'
import { safeNext } from '../../paths.ts'
import { FullPage } from '../../shell/full-page.tsx'
import { callbackParams } from './public-page.ts'

/** Where the identity provider sends the browser back to. */
function ProviderCallbackPage() {
  const params = useStore(callbackParams)
  const navigate = useNavigate()
  return (
    <FullPage>
      <title>Signing in · Envhold</title>
      <h1 className="sr-only">Signing in</h1>
      <ProviderCallback
        params={params}
        onSignedIn={(next) => void navigate({ href: safeNext(next) ?? '/dashboard', replace: true })}
        startAgain={
          <Button asChild>
            <Link to="/login">Sign in</Link>
          </Button>
        }
      />
    </FullPage>
  )
}

export const route = createLazyRoute('/sign-in/callback')({ component: ProviderCallbackPage })
