// biome-ignore-all assist/source/organizeImports: the first import must run first.
import './disable-zod-jit.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/fonts.css'
import './ui/theme.css'
import { watchMissingChunks } from './app/shell/missing-chunk.ts'
import { OperatorApp } from './operator/operator-app.tsx'
import { createOperatorConnection } from './operator/operator-connection.ts'
import { createOperatorRouter } from './operator/router.tsx'
import { showCarriedToasts } from './ui/feedback/show-carried-toasts.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
watchMissingChunks()
createRoot(root).render(
  <StrictMode>
    <OperatorApp
      connection={createOperatorConnection(localStorage, window.preloadedResponses)}
      router={createOperatorRouter()}
    />
  </StrictMode>,
)
showCarriedToasts()
