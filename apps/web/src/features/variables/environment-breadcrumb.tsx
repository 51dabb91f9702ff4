interface Props {
  project: string
  /** Missing where all environments are looked at side by side. */
  environment?: string
}

/** Says which environment of which project is looked at, however far the page has scrolled. */
export function EnvironmentBreadcrumb({ project, environment }: Props) {
  return (
    <p className="sticky top-header z-20 flex h-place items-center gap-1.5 bg-paper text-small text-ink-2">
      <span className="min-w-0 truncate">{project}</span>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
      <span className="min-w-0 truncate font-semibold text-ink">{environment ?? 'All environments'}</span>
    </p>
  )
}
