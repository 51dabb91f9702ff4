import { createLazyRoute } from '@tanstack/react-router'
import { ActivityPage } from '../../features/activity/activity-page.tsx'

export const route = createLazyRoute('/inside/activity')({ component: Activity })

function Activity() {
  const navigate = route.useNavigate()
  const search = route.useSearch()
  return (
    <ActivityPage
      search={search}
      // Search and filters replace the history entry; changing the page adds one.
      onSearch={(next, options) => {
        const changesPage = next.usagePage !== search.usagePage
        void navigate({ search: next, replace: !changesPage, resetScroll: changesPage, ...options })
      }}
    />
  )
}
