// biome-ignore-all assist/source/organizeImports: the first import must run first.
import '../disable-zod-jit.ts'
import { hydrateRoot } from 'react-dom/client'
import { DocsContent } from '../features/reference/docs-content.tsx'

export const hydrate = (place: HTMLElement) => void hydrateRoot(place, <DocsContent />)
