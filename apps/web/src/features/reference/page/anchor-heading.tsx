import { cn } from '../../../ui/class-names.ts'

const sizes = { 2: 'text-title font-semibold', 3: 'text-[1rem]/6 font-semibold', 4: 'font-semibold' } as const

interface Props {
  level: keyof typeof sizes
  id: string
  title: string
  className?: string
}

/** A heading that can be linked to. The script of the page copies the link when the sign beside it is pressed. */
export function AnchorHeading({ level, id, title, className }: Props) {
  const Tag = `h${level}` as const
  return (
    <Tag id={`${id}-title`} className={cn('group/heading text-ink', sizes[level], className)}>
      {title}
      <a
        href={`#${id}`}
        data-anchor=""
        aria-label={`Link to ${title}`}
        className="ml-2 rounded-sm px-1 font-normal text-ink-3 opacity-0 transition-opacity hover:text-accent focus-visible:opacity-100 group-hover/heading:opacity-100 pointer-coarse:opacity-100"
      >
        #
      </a>
    </Tag>
  )
}
