import type * as Views from './payment-notice.tsx'

let views: typeof Views | undefined

/** Loads what shows a failed payment or the end of a plan. Few accounts need it. */
export async function loadPaymentViews(): Promise<void> {
  views ??= await import('./payment-notice.tsx')
}

/** Undefined until it is loaded. */
export const paymentViews = (): typeof Views | undefined => views
