interface Props {
  project: string
  /** Absent in the grid, which shows all environments. */
  environment?: string
}

/** Shows the current project and environment, and stays visible while scrolling. */
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
