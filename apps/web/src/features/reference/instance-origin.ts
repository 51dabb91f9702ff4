import { documentedOrigin } from '@envhold/contract/pages/public-pages.ts'

/** The address of the instance. While a page is prerendered, it is what the server replaces with the real one. */
export const instanceOrigin = (): string =>
  typeof document === 'undefined'
    ? documentedOrigin
    : (document.documentElement.dataset.origin ?? window.location.origin)
