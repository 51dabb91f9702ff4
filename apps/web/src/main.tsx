import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import '@fontsource-variable/inter/wght.css'
import '@fontsource/jetbrains-mono/400.css'
import '@fontsource/jetbrains-mono/500.css'
import './ui/theme.css'
import { App } from './app/app.tsx'
import { createApp } from './app/create-app.ts'

// The page's policy forbids making code at run time, which zod would otherwise try.
z.config({ jitless: true })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <App {...createApp(localStorage)} />
  </StrictMode>,
)
