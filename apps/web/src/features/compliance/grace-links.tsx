import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'

/** Leads to the plans. */
export const UpgradeButton = () => (
  <Button variant="secondary" asChild>
    <Link to="/subscription" search={{ upgrade: true }}>
      Upgrade
    </Link>
  </Button>
)

/** Leads to the archived projects. */
export const ArchivedButton = ({ variant = 'link' }: { variant?: 'link' | 'secondary' }) => (
  <Button variant={variant} asChild>
    <Link to="/account/archived-projects">Archived</Link>
  </Button>
)
