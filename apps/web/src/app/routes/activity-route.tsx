import { createLazyRoute } from '@tanstack/react-router'
import { ActivityPage } from '../../features/activity/activity-page.tsx'

export const route = createLazyRoute('/inside/activity')({ component: Activity })

function Activity() {
  const navigate = route.useNavigate()
  const search = route.useSearch()
  return (
    <ActivityPage
      search={search}
      // Typing and choosing leave the way back as it is; turning a page is a step one can go back from.
      onSearch={(next) => {
        const changesPage = next.page !== search.page || next.usagePage !== search.usagePage
        void navigate({ search: next, replace: !changesPage, resetScroll: changesPage })
      }}
    />
  )
}
