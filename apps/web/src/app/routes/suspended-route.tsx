import { createLazyRoute } from '@tanstack/react-router'
import { Announcement } from '../shell/announcement.tsx'
import { SuspendedPage } from './suspended-page.tsx'

function SuspendedRoute() {
  return (
    <>
      <Announcement />
      <SuspendedPage />
    </>
  )
}

export const route = createLazyRoute('/suspended')({ component: SuspendedRoute })
