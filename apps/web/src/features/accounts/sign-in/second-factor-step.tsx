import { type ComponentProps, Suspense } from 'react'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'

/** Loads with the first account that needs it. */
const SecondFactorForm = lazyPart(() => import('./second-factor-form.tsx'), 'SecondFactorForm')

/** The second step of a sign-in, in place of its form. */
export const SecondFactorStep = (props: ComponentProps<typeof SecondFactorForm>) => (
  <Suspense fallback={<Skeleton className="h-48" />}>
    <SecondFactorForm {...props} />
  </Suspense>
)
