import { enhanceManual } from '../features/reference/script/enhance-manual.ts'

/** The manual is complete: React takes over nothing of it. */
export const hydrate = (place: HTMLElement) => void enhanceManual(place)
