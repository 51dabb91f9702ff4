import { CallToAction } from './call-to-action.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { InUse } from './in-use.tsx'
import { Pricing } from './pricing.tsx'
import { SecurityPromise } from './security-promise.tsx'

/** Rendered at build: no part of it runs in the browser. */
export function LandingPage() {
  return (
    <main data-smooth-anchors>
      <Hero />
      <Features />
      <InUse />
      <SecurityPromise />
      <Pricing />
      <CallToAction />
    </main>
  )
}
