import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'

/** Leads to the plans. */
export const UpgradeLink = () => (
  <Button variant="secondary" size="sm" asChild>
    <Link to="/subscription" search={{ upgrade: true }}>
      Upgrade
    </Link>
  </Button>
)
