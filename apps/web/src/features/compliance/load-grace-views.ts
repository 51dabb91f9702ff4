import type { GraceViews } from './grace-views.tsx'

let parts: GraceViews | undefined

/** Loads what shows a grace period or archived projects. Few accounts need it. */
export async function loadGraceViews(): Promise<GraceViews> {
  parts ??= (await import('./grace-views.tsx')).graceViews
  return parts
}

/** Undefined until it is loaded. */
export const graceViews = (): GraceViews | undefined => parts
