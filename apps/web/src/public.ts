import './ui/fonts.css'
import './ui/theme.css'
import './public/prose.css'
import './features/reference/page/manual.css'
import './features/reference/page/manual-frame.css'
import './features/reference/page/manual-search.css'
import './features/reference/page/manual-calls.css'
import { watchMissingChunks } from './app/shell/missing-chunk.ts'
import { copyOnPress, offerDismissal, offerThemes, startIslands } from './public/enhance-page.ts'
import { openDialogs } from './public/open-dialogs.ts'

// The entry of all public pages. Their HTML is complete: this adds what needs a script.

watchMissingChunks()
offerThemes()
offerDismissal()
copyOnPress()
openDialogs()
startIslands()
