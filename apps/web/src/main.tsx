// biome-ignore-all assist/source/organizeImports: the first import must run first.
import './disable-zod-jit.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/fonts.css'
import './main.css'
import { App } from './app/app.tsx'
import { createApp } from './app/create-app.ts'
import { watchMissingChunks } from './app/shell/missing-chunk.ts'
import { showCarriedToasts } from './ui/feedback/show-carried-toasts.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
watchMissingChunks()
createRoot(root).render(
  <StrictMode>
    <App {...createApp(localStorage, window.preloadedResponses)} />
  </StrictMode>,
)
showCarriedToasts()
