import { Features } from './features.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { InUse } from './in-use.tsx'
import { Pricing } from './pricing.tsx'
import { SecurityPromise } from './security-promise.tsx'

export function LandingPage({ onSignUp }: { onSignUp: () => void }) {
  return (
    <>
      <main data-smooth-anchors>
        <Hero onSignUp={onSignUp} />
        <Features />
        <InUse />
        <SecurityPromise />
        <Pricing onSignUp={onSignUp} />
      </main>
      <Footer onSignUp={onSignUp} />
    </>
  )
}
