import { SmallButton } from '../button.tsx'
import { Banner } from './banner.tsx'

/** In place of a part whose code did not load. Only a reload helps: Chromium does not request it again. */
export const MissingPart = () => (
  <Banner
    tone="bad"
    title="This part did not load"
    action={<SmallButton text="Reload" onClick={() => window.location.reload()} />}
  >
    The server could not be reached, or it was updated. Save what you typed, then reload the page.
  </Banner>
)
