import './ui/fonts.css'
import './ui/theme.css'
import './public/prose.css'
import './features/reference/page/manual.css'
import './features/reference/page/manual-frame.css'
import './features/reference/page/manual-search.css'
import './features/reference/page/manual-calls.css'
import { watchMissingChunks } from './app/shell/missing-chunk.ts'
import { copyOnPress } from './public/copy-on-press.ts'
import { offerDismissal } from './public/offer-dismissal.ts'
import { offerThemes } from './public/offer-themes.ts'
import { openDialogs } from './public/open-dialogs.ts'
import { startIslands } from './public/start-islands.ts'

// The entry of all public pages. Their HTML is complete: this adds what needs a script.

watchMissingChunks()
offerThemes()
offerDismissal()
copyOnPress()
openDialogs()
startIslands()
